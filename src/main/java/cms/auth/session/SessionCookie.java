package cms.auth.session;

import cms.platform.crypto.Seal;
import cms.platform.http.Answer.Cookie;
import cms.platform.http.Request;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** The session of a browser: its tokens, sealed into one HttpOnly cookie (reference 10.1). */
public final class SessionCookie {
    private static final String NAME = "cms_session";
    private static final String PURPOSE = "session-cookie";

    private final Seal seal;
    private final boolean secure;
    private final InstantSource clock;

    public SessionCookie(Seal seal, boolean secure, InstantSource clock) {
        this.seal = seal;
        this.secure = secure;
        this.clock = clock;
    }

    /** Whether a request has a session cookie, valid or not. */
    public boolean isIn(Request request) {
        return request.cookie(Cookie.called(NAME, secure)).isPresent();
    }

    public Cookie of(Tokens tokens) {
        Instant end = clock.instant().plus(SessionLimits.COOKIE_LIFE);
        String text = Json.text(new Content(tokens, end.getEpochSecond()));
        return new Cookie(NAME, seal.seal(PURPOSE, text), secure, SessionLimits.COOKIE_LIFE);
    }

    /** The tokens in a request's cookie; empty without a cookie, or when it was altered, expired or not made here. */
    public Optional<Tokens> read(Request request) {
        return request.cookie(Cookie.called(NAME, secure))
                .flatMap(cookie -> seal.open(PURPOSE, cookie))
                .map(text -> Json.read(Json.parse(text), Content.class))
                .filter(content -> content.end() > clock.instant().getEpochSecond())
                .map(Content::tokens);
    }

    /** Whether the access token has expired or is in its last minutes. */
    public boolean isDue(Tokens tokens) {
        Duration left = Duration.between(clock.instant(), Instant.ofEpochSecond(tokens.expiresAt()));
        return left.compareTo(SessionLimits.REFRESH_BEFORE_EXPIRY) < 0;
    }

    public Cookie forget() {
        return Cookie.forget(NAME, secure);
    }

    /** @param end of the validity of the seal, in Unix seconds, whatever the browser does */
    private record Content(Tokens tokens, long end) {}
}
