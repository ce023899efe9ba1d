/**
 * The built-in host: accounts of people, bare repositories of this process, and starter templates.
 *
 * <p>Owns who has an account here and which repositories belong to it. What happens inside a repository is deliberately
 * not here.
 */
@NullMarked
package cms.githost.builtin;

import org.jspecify.annotations.NullMarked;
