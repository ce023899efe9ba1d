package cms.auth.identity;

import cms.platform.crypto.Hashes;

/**
 * One attempt to sign in, remembered from the redirect to the provider until the provider redirects back.
 *
 * @param redirectUri where the provider sends the browser afterwards
 * @param state echoed by the provider
 * @param verifier the PKCE secret; only its S256 challenge is sent with the browser
 */
public record SignInAttempt(String redirectUri, String state, String verifier) {
    /**
     * The nonce that an ID token must contain to belong to this attempt; it is derived from the verifier without
     * revealing it.
     */
    public String nonce() {
        return Hashes.sha256Hex("nonce:" + verifier);
    }
}
