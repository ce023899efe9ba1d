package cms.auth;

import cms.auth.session.SessionCookie;
import cms.auth.session.TokenFamilies;
import cms.auth.session.Tokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Handler;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.StatusTable;
import cms.platform.http.Surface;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Finds out who is calling on session routes: the first step of spec 5.7.
 *
 * <p>The request's session must still live and its user exist, at every request. A Bearer token counts alone,
 * without falling back to the cookie (design 2.1); a cookie is refreshed five minutes before its token ends.
 */
public final class Sessions implements Middleware {
    private final Database database;
    private final TokenFamilies families;
    private final SessionCookie cookies;
    private final UserStore users = new UserStore();
    private volatile Lookahead lookahead = (tx, caller, request) -> {};

    /** What later rooms read of a caller in the transaction that finds the session, so that it is one for all. */
    @FunctionalInterface
    public interface Lookahead {
        /** Puts what it reads into the request, for this request alone. */
        void look(Tx tx, Caller caller, Request request);
    }

    Sessions(Database database, TokenFamilies families, SessionCookie cookies) {
        this.database = database;
        this.families = families;
        this.cookies = cookies;
    }

    /**
     * The person behind one of our own access tokens, for Git over HTTP.
     *
     * @return empty when the token is not ours, has expired, or its session or user has ended
     */
    public Optional<Caller> byAccessToken(String token) {
        return find(token).map(Session::caller);
    }

    /** Lets later rooms read along at every request of a session. */
    public void readAlong(Lookahead later) {
        this.lookahead = later;
    }

    /** Says whether the session that a request came with still lives, for what outlasts the request. */
    public BooleanSupplier lasting(Request request) {
        String family = Session.of(request).familyId();
        return () -> database.read(tx -> users.findSession(tx, family)).isPresent();
    }

    /** Puts the {@link Caller} into a request on a session route, or answers 401. */
    @Override
    public Answer handle(Request request, Handler next) {
        if (request.surface() != Surface.SESSION) {
            return next.handle(request);
        }
        Optional<String> authorization = request.header("Authorization").filter(Sessions::isBearer);
        if (authorization.isEmpty()) {
            return byCookie(request, next);
        }
        String token = authorization.get().strip().substring("bearer".length()).strip();
        put(find(token, request).orElseThrow(Caller::unknown), request);
        return next.handle(request);
    }

    Optional<Session> find(String accessToken) {
        return families.familyOf(accessToken).flatMap(family -> database.read(tx -> users.findSession(tx, family)));
    }

    private Optional<Session> find(String accessToken, Request request) {
        return families.familyOf(accessToken)
                .flatMap(family -> database.read(tx -> {
                    Optional<Session> session = users.findSession(tx, family);
                    session.ifPresent(found -> lookahead.look(tx, found.caller(), request));
                    return session;
                }));
    }

    private Answer byCookie(Request request, Handler next) {
        if (!SessionCookie.isIn(request)) {
            throw Caller.unknown();
        }
        Optional<Tokens> sent = cookies.read(request);
        boolean due = sent.isPresent() && cookies.isDue(sent.get());
        Optional<Tokens> tokens = due ? sent.flatMap(old -> families.refresh(old.refreshToken())) : sent;
        Optional<Session> session = tokens.flatMap(now -> find(now.accessToken(), request));
        if (tokens.isEmpty() || session.isEmpty()) {
            return StatusTable.answer(Caller.unknown()).withCookie(cookies.forget());
        }
        put(session.get(), request);
        return due ? withCookie(tokens.get(), request, next) : next.handle(request);
    }

    /** The rotated token must reach the browser with a refusal too, or its session would end at the next request. */
    private Answer withCookie(Tokens tokens, Request request, Handler next) {
        Answer answer;
        try {
            answer = next.handle(request);
        } catch (Failure refused) {
            answer = StatusTable.answer(refused);
        }
        boolean setsItself =
                answer.headers().stream().anyMatch(header -> header.name().equals("Set-Cookie"));
        return setsItself ? answer : answer.withCookie(cookies.of(tokens));
    }

    private static void put(Session session, Request request) {
        request.put(Session.class, session);
        request.put(Caller.class, session.caller());
    }

    private static boolean isBearer(String authorization) {
        String scheme = authorization.strip().toLowerCase(Locale.ROOT);
        return scheme.equals("bearer") || scheme.startsWith("bearer ");
    }
}
