/**
 * What a place for repositories has to be able to do: the built-in host and a remote one.
 *
 * <p>Owns the words for it: installation, repository, state, transport, pull request. How a host is asked, and what
 * happens inside a repository, are deliberately not here.
 */
@NullMarked
package cms.githost.provider;

import org.jspecify.annotations.NullMarked;
