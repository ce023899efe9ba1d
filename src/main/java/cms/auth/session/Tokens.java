package cms.auth.session;

/**
 * What a client holds of a session (spec 2.2).
 *
 * @param expiresAt when the access token ends, in Unix seconds
 */
public record Tokens(String accessToken, String refreshToken, long expiresAt) {}
