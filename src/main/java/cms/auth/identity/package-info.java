/**
 * Who vouches for a person: what every provider can do, and the built-in identity page.
 *
 * <p>Owns the authorization-code flow with PKCE S256 towards a provider, so that one code path serves all of them.
 * Users and sessions are deliberately not here: a provider only says which account came back.
 */
@NullMarked
package cms.auth.identity;

import org.jspecify.annotations.NullMarked;
