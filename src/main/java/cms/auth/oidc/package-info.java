/**
 * OpenID Connect towards any issuer that is found by discovery.
 *
 * <p>Owns the checks of an ID token: signature, issuer, audience, time and nonce. Which user the account leads to is
 * deliberately not here.
 */
@NullMarked
package cms.auth.oidc;

import org.jspecify.annotations.NullMarked;
