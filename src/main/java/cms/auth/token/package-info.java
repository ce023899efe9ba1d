/**
 * Personal access tokens, which a program uses in place of a person's session, for routes and as the password of Git.
 *
 * <p>Owns the restrictions of a token beside the rights of its person, which are looked up at each call.
 * {@code Sessions} finds the session that a token stands for.
 */
@NullMarked
package cms.auth.token;

import org.jspecify.annotations.NullMarked;
