package cms.auth.identity;

import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.http.Answer.Cookie;
import cms.platform.http.Request;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Seals and opens pending sign-ins, which expire after ten minutes (reference 10.1). */
public final class PendingLogins {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int STATE_BYTES = 32;
    private static final String COOKIE = "cms_login";
    private static final String COOKIE_PURPOSE = "login-cookie";
    private static final String STATE_PURPOSE = "login-state";

    private final Seal seal;
    private final boolean secure;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();

    public PendingLogins(Seal seal, boolean secure, InstantSource clock) {
        this.seal = seal;
        this.secure = secure;
        this.clock = clock;
    }

    /** Begins an attempt with a new state and PKCE verifier. */
    public PendingLogin begin(String provider, String redirectUri, String returnTo, @Nullable String cliState) {
        SignInAttempt request = new SignInAttempt(redirectUri, newState(), random.base64Url(STATE_BYTES));
        return new PendingLogin(
                provider,
                request,
                returnTo,
                cliState,
                clock.instant().plus(LIFE).getEpochSecond());
    }

    /** A random state of 64 hex digits. */
    public String newState() {
        return random.hex(STATE_BYTES);
    }

    public Cookie cookie(PendingLogin login) {
        return new Cookie(COOKIE, seal.seal(COOKIE_PURPOSE, Json.text(login)), secure, LIFE);
    }

    public Cookie forget() {
        return Cookie.forget(COOKIE, secure);
    }

    /** The attempt in the cookie of this browser. */
    public Optional<PendingLogin> ofCookie(Request request) {
        return request.cookie(Cookie.called(COOKIE, secure)).flatMap(cookie -> open(COOKIE_PURPOSE, cookie));
    }

    /** The sealed attempt as a state, for clients without cookies. */
    public String asState(PendingLogin login) {
        return seal.seal(STATE_PURPOSE, Json.text(login));
    }

    public Optional<PendingLogin> ofState(String state) {
        return open(STATE_PURPOSE, state);
    }

    private Optional<PendingLogin> open(String purpose, String sealed) {
        return seal.open(purpose, sealed)
                .map(text -> Json.read(Json.parse(text), PendingLogin.class))
                .filter(login -> login.end() > clock.instant().getEpochSecond());
    }
}
