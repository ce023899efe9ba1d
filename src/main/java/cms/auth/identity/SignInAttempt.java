package cms.auth.identity;

import cms.platform.crypto.Hashes;

/**
 * One attempt to sign in, remembered from the redirect to the provider until it comes back.
 *
 * @param redirectUri where the provider sends the browser afterwards
 * @param state echoed by the provider
 * @param verifier the PKCE secret; only its S256 challenge leaves with the browser
 */
public record SignInAttempt(String redirectUri, String state, String verifier) {
    /** What an ID token must repeat to belong to this attempt; it follows from the verifier and does not show it. */
    public String nonce() {
        return Hashes.sha256Hex("nonce:" + verifier);
    }
}
