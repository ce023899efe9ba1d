package cms.auth;

import cms.auth.identity.Comeback;
import cms.auth.identity.PendingLogin;
import cms.auth.identity.PendingLogins;
import cms.auth.identity.Redirects;
import cms.auth.identity.SignInAttempt;
import cms.auth.page.PageQuery;
import cms.auth.session.SessionCookie;
import cms.auth.session.SessionOrigin;
import cms.auth.session.TokenFamilies;
import cms.auth.session.Tokens;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimiter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes to a provider and back (spec 4.1): login, the browser redirects, and the command line's login. */
final class LoginRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(LoginRoutes.class);
    private static final int CLI_STATE_CHARS_MAX = 512;
    private static final String CLI_RETURN = "/api/auth/cli/callback";
    private static final String LOGIN = "/auth/login";
    private static final String FAILED = LOGIN + "?error=oauth";

    private final SignIns signIns;
    private final PendingLogins pending;
    private final TokenFamilies families;
    private final SessionCookie sessionCookie;
    private final RateLimiter limiter;
    private final AuthSettings settings;

    LoginRoutes(
            SignIns signIns,
            PendingLogins pending,
            TokenFamilies families,
            SessionCookie sessionCookie,
            RateLimiter limiter,
            AuthSettings settings) {
        this.signIns = signIns;
        this.pending = pending;
        this.families = families;
        this.sessionCookie = sessionCookie;
        this.limiter = limiter;
        this.settings = settings;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SIGN_IN)
                .limitedPerAddress(Limits.LOGIN.rate())
                .post("/api/auth/login{?provider,redirect_uri,state}", this::login);
        routes.on(Surface.PUBLIC)
                .limitedPerAddress(Limits.OAUTH_VERIFY.rate())
                .get(CLI_RETURN + "{?code,state,iss,error,others*}", this::returnToCli);
        if (settings.managed()) {
            routes.on(Surface.SIGN_IN)
                    .get(
                            "/api/auth/oauth/{provider}{?code,state,iss,error,redirect,cli_redirect,cli_state,others*}",
                            this::oauth);
        }
    }

    /** Command-line mode needs both query parameters; one alone is a browser's request with a stray query. */
    private Answer login(Request request) {
        Optional<String> provider = request.query("provider");
        Optional<String> redirectUri = request.query("redirect_uri");
        return provider.isPresent() && redirectUri.isPresent()
                ? loginFromCli(provider.get(), redirectUri.get(), request.query("state"))
                : loginFromBrowser(request.body());
    }

    private Answer loginFromBrowser(Body body) {
        Provider provider = signIns.provider(body.requiredText("provider"));
        String returnTo = Redirects.local(body.text("redirectTo").orElse("/auth/callback"));
        PendingLogin login = pending.begin(provider.key(), settings.url(returnTo), returnTo, null);
        return Answer.json(started(provider, login.request(), login.request().state()))
                .withCookie(pending.cookie(login));
    }

    private Answer loginFromCli(String providerKey, String redirectUri, Optional<String> givenState) {
        Provider provider = signIns.provider(providerKey);
        String returnTo = Redirects.cli(redirectUri);
        String state = cliState(givenState);
        PendingLogin login = pending.begin(provider.key(), settings.url(CLI_RETURN), returnTo, state);
        SignInAttempt out = new SignInAttempt(
                login.request().redirectUri(),
                pending.asState(login),
                login.request().verifier());
        return Answer.json(started(provider, out, state));
    }

    private Map<String, String> started(Provider provider, SignInAttempt out, String state) {
        return Map.of("url", signIns.authorizeUrl(provider, out), "state", state);
    }

    /** Handles the provider's redirect of a command-line login: takes its code and issues one of this service. */
    private Answer returnToCli(Request request) {
        if (isLook(request)) {
            return Answer.redirect(LOGIN);
        }
        Optional<PendingLogin> login = PageQuery.readable(request, "state")
                .flatMap(pending::ofState)
                .filter(found -> signIns.claims(found, found.request().state()));
        return finish(request, login).orElseGet(() -> Answer.redirect(FAILED));
    }

    /** Whether a request only looks where the link leads, as mail gateways do: it must not use anything up. */
    static boolean isLook(Request request) {
        return request.method().equals("HEAD");
    }

    private Answer oauth(Request request) {
        Provider provider = signIns.provider(request.pathParameter("provider"));
        return comesBack(request) ? comeBack(request, provider) : sendOut(request, provider);
    }

    /**
     * Whether the browser comes back from the provider; true also for an answer that cannot be parsed, so that the
     * browser is not sent out again.
     */
    private static boolean comesBack(Request request) {
        return PageQuery.given(request, "code").isPresent()
                || PageQuery.given(request, "error").isPresent();
    }

    private Answer sendOut(Request request, Provider provider) {
        Optional<String> cli = request.query("cli_redirect").map(Redirects::cli);
        String returnTo =
                cli.orElseGet(() -> Redirects.local(request.query("redirect").orElse("/")));
        String cliState = cli.isPresent() ? cliState(request.query("cli_state")) : null;
        String redirectUri = settings.url("/api/auth/oauth/" + provider.key());
        PendingLogin login = pending.begin(provider.key(), redirectUri, returnTo, cliState);
        try {
            return Answer.redirect(signIns.authorizeUrl(provider, login.request()))
                    .withCookie(pending.cookie(login));
        } catch (Failure noAnswer) {
            return failed(noAnswer);
        }
    }

    /** A page for a person in a browser, not a status (spec 7); the reason is logged only. */
    private static Answer failed(Failure reason) {
        LOG.warn("a sign-in was not confirmed: {}", reason.message());
        LOG.debug("it failed here", reason);
        return Answer.redirect(FAILED);
    }

    private Answer comeBack(Request request, Provider provider) {
        limiter.take(Limits.OAUTH_VERIFY.rate(), request.address()).orFail();
        if (isLook(request)) {
            return Answer.redirect(LOGIN);
        }
        Optional<PendingLogin> login = pending.ofCookie(request)
                .filter(found -> found.provider().equals(provider.key()))
                .filter(found -> PageQuery.readable(request, "state")
                        .filter(state -> signIns.claims(found, state))
                        .isPresent());
        return finish(request, login).orElseGet(() -> Answer.redirect(FAILED)).withCookie(pending.forget());
    }

    /** Completes a sign-in; empty when this attempt was not begun here or the provider does not confirm it. */
    private Optional<Answer> finish(Request request, Optional<PendingLogin> login) {
        Optional<String> code = PageQuery.readable(request, "code");
        if (login.isEmpty() || code.isEmpty()) {
            return Optional.empty();
        }
        try {
            Comeback back = new Comeback(code.get(), request.query("iss"), true);
            SignedIn who = signIns.finish(login.get(), back);
            String cliState = login.get().cliState();
            return Optional.of(
                    cliState == null ? enter(request, who, login.get()) : handOver(who, login.get(), cliState));
        } catch (Failure notConfirmed) {
            return Optional.of(failed(notConfirmed));
        }
    }

    private Answer enter(Request request, SignedIn who, PendingLogin login) {
        Tokens tokens = families.open(who.userId(), who.provider().key(), who.accountId(), SessionOrigin.of(request));
        return Answer.redirect(login.returnTo()).withCookie(sessionCookie.of(tokens));
    }

    private Answer handOver(SignedIn who, PendingLogin login, String cliState) {
        String query = "code=" + encode(signIns.issueCliCode(who)) + "&state=" + encode(cliState);
        return Answer.redirect(Redirects.withQuery(login.returnTo(), query))
                .withHeader("Referrer-Policy", "no-referrer");
    }

    private String cliState(Optional<String> given) {
        if (given.isPresent() && given.get().length() > CLI_STATE_CHARS_MAX) {
            throw Failure.invalid("The state must have at most " + CLI_STATE_CHARS_MAX + " characters.");
        }
        return given.orElseGet(pending::newState);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
