package cms.auth.session;

/**
 * The tokens of a session for its client (spec 2.2).
 *
 * @param expiresAt when the access token ends, in Unix seconds
 */
public record Tokens(String accessToken, String refreshToken, long expiresAt) {}
