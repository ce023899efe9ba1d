/**
 * OpenID Connect towards any issuer that is found by discovery.
 *
 * <p>Owns what an issuer must say and sign before its word counts: signature, issuer, audience, time and nonce of the
 * ID token. Which user the account leads to is deliberately not here.
 */
@NullMarked
package cms.auth.oidc;

import org.jspecify.annotations.NullMarked;
