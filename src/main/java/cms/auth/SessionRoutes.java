package cms.auth;

import cms.auth.identity.Comeback;
import cms.auth.identity.PendingLogin;
import cms.auth.identity.PendingLogins;
import cms.auth.once.Purpose;
import cms.auth.session.OpenSession;
import cms.auth.session.SessionCookie;
import cms.auth.session.SessionOrigin;
import cms.auth.session.TokenFamilies;
import cms.auth.session.Tokens;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The routes of sessions (spec 4.1): verify, refresh, me, logout. */
final class SessionRoutes {

    private static final String SESSIONS = "/api/auth/sessions";

    private final SignIns signIns;
    private final PendingLogins pending;
    private final TokenFamilies families;
    private final Sessions sessions;
    private final SessionCookie cookie;
    private final AuthSettings settings;

    SessionRoutes(
            SignIns signIns,
            PendingLogins pending,
            TokenFamilies families,
            Sessions sessions,
            SessionCookie cookie,
            AuthSettings settings) {
        this.signIns = signIns;
        this.pending = pending;
        this.families = families;
        this.sessions = sessions;
        this.cookie = cookie;
        this.settings = settings;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SIGN_IN).limitedPerAddress(Limits.VERIFY.rate()).post("/api/auth/verify", this::verify);
        routes.on(Surface.SIGN_IN).limitedPerAddress(Limits.REFRESH.rate()).post("/api/auth/refresh", this::refresh);
        routes.on(Surface.SESSION)
                .get("/api/auth/me", this::me)
                .post("/api/auth/logout", Audit.ofCaller("logout", "sessions"), this::logout)
                .get(SESSIONS, this::sessions)
                .delete(SESSIONS, Audit.ofCaller("end_all_sessions", "sessions"), this::endAll)
                .delete(SESSIONS + "/{sessionId}", Audit.of("end_session", "sessions", "sessionId"), this::end);
    }

    private Answer me(Request request) {
        return Answer.json(Map.of("user", Session.of(request).profileJson()));
    }

    private Answer verify(Request request) {
        Body body = request.body();
        Optional<String> code = body.text("code").filter(text -> !text.isBlank());
        Optional<String> accessToken = body.text("accessToken").filter(text -> !text.isBlank());
        body.text("refreshToken");
        boolean fromCli = isCli(body);
        if (code.isEmpty() && accessToken.isEmpty()) {
            throw Failure.invalid("Send a `code`, or an `accessToken`.");
        }
        if (code.isEmpty()) {
            Session session = sessions.find(accessToken.orElseThrow()).orElseThrow(SessionRoutes::notValid);
            SignedIn who = new SignedIn(session.user().id(), session.provider(), session.accountId());
            return opened(who, SessionOrigin.of(request).from(session.familyId()), fromCli);
        }
        if (fromCli) {
            return opened(
                    signIns.redeem(Purpose.COMMAND_LINE, code.get()).orElseThrow(SessionRoutes::notValid),
                    SessionOrigin.of(request),
                    true);
        }
        Comeback back = new Comeback(code.get(), body.text("iss"), false);
        return byBrowser(request, back, body.text("state"));
    }

    /**
     * Signs in with a code and the state that this browser's attempt began with. The one exception is the code of a
     * mailed link, which needs no state (design 2.1).
     */
    private Answer byBrowser(Request request, Comeback back, Optional<String> state) {
        if (!settings.managed() && state.isEmpty()) {
            Optional<SignedIn> mailed = signIns.redeem(Purpose.MAGIC_LINK, back.code());
            if (mailed.isPresent()) {
                return opened(mailed.get(), SessionOrigin.of(request), false);
            }
        }
        PendingLogin login = pending.ofCookie(request)
                .filter(found ->
                        state.filter(text -> signIns.claims(found, text)).isPresent())
                .orElseThrow(() ->
                        Failure.forbidden("This sign-in was not begun in this browser, or it is over; begin again."));
        return opened(signIns.finish(login, back), SessionOrigin.of(request), false)
                .withCookie(pending.forget());
    }

    private Answer opened(SignedIn who, SessionOrigin origin, boolean fromCli) {
        Tokens tokens = families.open(who.userId(), who.provider().key(), who.accountId(), origin);
        Session session = sessions.find(tokens.accessToken()).orElseThrow(SessionRoutes::notValid);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("user", session.json());
        if (fromCli) {
            answer.put("tokens", tokens);
            return Answer.json(answer);
        }
        return Answer.json(answer).withCookie(cookie.of(tokens));
    }

    private Answer refresh(Request request) {
        String refreshToken = request.body().requiredText("refreshToken");
        return Answer.json(families.refresh(refreshToken)
                .orElseThrow(() -> Failure.unauthenticated("This session has expired; sign in again.")));
    }

    private Answer logout(Request request) {
        families.revoke(Session.of(request).familyId());
        return Answer.json(Map.of("ok", true)).withCookie(cookie.forget());
    }

    private Answer sessions(Request request) {
        Session current = Session.of(request);
        return Answer.json(families.sessionsOf(current.user().id()).stream()
                .map(open -> described(open, open.id().equals(current.familyId())))
                .toList());
    }

    private static ObjectNode described(OpenSession open, boolean current) {
        return Json.object()
                .put("id", open.id())
                .put("current", current)
                .put("provider", open.provider())
                .put("device", open.device())
                .put("address", open.address())
                .put("createdAt", open.createdAt().toString())
                .put("lastUsedAt", open.lastUsedAt().toString())
                .put("endsAt", open.endsAt().map(Object::toString).orElse(null));
    }

    private Answer end(Request request) {
        Session current = Session.of(request);
        String id = request.pathParameter("sessionId");
        if (!families.end(current.user().id(), id)) {
            throw Failure.notFound("You have no such session.");
        }
        Answer answer = Answer.json(Map.of("revoked", true));
        return id.equals(current.familyId()) ? answer.withCookie(cookie.forget()) : answer;
    }

    /** Ends all sessions of the caller, this one too. */
    private Answer endAll(Request request) {
        int ended = families.endAll(Session.of(request).user().id());
        return Answer.json(Map.of("revoked", ended)).withCookie(cookie.forget());
    }

    private static boolean isCli(Body body) {
        Optional<String> source = body.text("source");
        if (source.isPresent() && !source.get().equals("cli")) {
            throw Failure.invalid("`source` can only be cli.");
        }
        return source.isPresent();
    }

    private static Failure notValid() {
        return Failure.unauthenticated("This code or token is not valid any more; sign in again.");
    }
}
