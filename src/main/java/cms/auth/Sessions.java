package cms.auth;

import java.util.Optional;

/** Who holds which token. */
public final class Sessions {
    Sessions() {}

    /**
     * The person behind one of our own access tokens, for Git over HTTP and for Bearer headers.
     *
     * @return empty when the token is not ours, has expired, or its session or user has ended
     */
    public Optional<Caller> byAccessToken(String token) {
        throw new UnsupportedOperationException(token);
    }
}
