/**
 * Personal access tokens: what a program holds in place of a person's session, for routes and as the password of Git.
 *
 * <p>Owns what a token is good for beside the rights of its person, which are looked up anew at each call. Whose session
 * a token stands for is found by {@code Sessions}.
 */
@NullMarked
package cms.auth.token;

import org.jspecify.annotations.NullMarked;
