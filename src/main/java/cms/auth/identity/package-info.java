/**
 * Identity providers: their common interface, and the built-in identity page.
 *
 * <p>Owns the authorization-code flow with PKCE S256 towards a provider, the same for all of them. Users and sessions
 * are deliberately not here: a provider only reports an account.
 */
@NullMarked
package cms.auth.identity;

import org.jspecify.annotations.NullMarked;
