package cms.auth;

import cms.auth.session.SessionCookie;
import cms.auth.session.TokenFamilies;
import cms.auth.session.Tokens;
import cms.auth.token.PersonalToken;
import cms.auth.token.PersonalTokens;
import cms.auth.token.TokenReach;
import cms.auth.token.TokenScope;
import cms.platform.db.Database;
import cms.platform.db.RowMemory;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Handler;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.StatusTable;
import cms.platform.http.Surface;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Finds the caller on session routes: the first step of spec 5.7.
 *
 * <p>At every request the session must not have ended and its user must exist; when no row has changed since, the last
 * result is used. A Bearer token is used alone, without falling back to the cookie (design 2.1); a cookie is refreshed
 * five minutes before its token ends.
 */
public final class Sessions implements Middleware {
    private final Database database;
    private final TokenFamilies families;
    private final InstantSource clock;
    private final PersonalTokens tokens;
    private final SessionCookie cookies;
    private final UserStore users = new UserStore();
    private volatile Lookahead lookahead = new Nothing();
    private final RowMemory<Asked, Seen> memory;

    /**
     * Lets later rooms read rows about a caller in the transaction that finds the session, so that one transaction
     * suffices.
     */
    public interface Lookahead {
        /**
         * The parts of a request that determine what is read, for instance ids of its path; malformed ones are not
         * refused here.
         */
        List<String> about(Request request);

        /** Reads rows, and returns a function that attaches the result to each request with the same parts. */
        Consumer<Request> look(Tx tx, Caller caller, List<String> about);
    }

    private record Nothing() implements Lookahead {
        @Override
        public List<String> about(Request request) {
            return List.of();
        }

        @Override
        public Consumer<Request> look(Tx tx, Caller caller, List<String> about) {
            return request -> {};
        }
    }

    private record Asked(String familyId, List<String> about) {}

    private record Seen(Session session, Consumer<Request> more) {}

    Sessions(
            Database database,
            TokenFamilies families,
            PersonalTokens tokens,
            SessionCookie cookies,
            InstantSource clock) {
        this.database = database;
        this.families = families;
        this.tokens = tokens;
        this.clock = clock;
        this.cookies = cookies;
        this.memory = database.memory(clock);
    }

    /**
     * The person of an access token of a session, or of a personal access token with the scope {@code git}.
     *
     * @return empty when the token is unknown, has expired or lacks the scope, or when its session or user has ended
     */
    public Optional<Caller> byAccessToken(String credential) {
        if (!PersonalTokens.isOne(credential)) {
            return find(credential).map(Session::caller);
        }
        Optional<Session> session = database.read(tx -> tokens.find(tx, credential)
                .filter(token -> token.scopes().contains(TokenScope.GIT))
                .flatMap(token -> users.sessionOf(tx, token)));
        session.map(Session::token).ifPresent(tokens::noteUse);
        return session.map(Session::caller);
    }

    /** Sets what later rooms read at every request of a session; to be called once, before the first request. */
    public void readAlong(Lookahead later) {
        this.lookahead = later;
    }

    /**
     * The person whose browser opens a page of this service.
     *
     * @param sessionId the session that a form on the page is bound to
     * @param renewed cookie to set with the answer, because the sent one was about to expire
     */
    public record Visit(Caller caller, String sessionId, Optional<Answer.Cookie> renewed) {}

    /** The visitor of a page that is shown without a session as well, by the session cookie only; empty without one. */
    public Optional<Visit> visiting(Request request) {
        Optional<Tokens> sent = cookies.read(request);
        boolean due = sent.isPresent() && cookies.isDue(sent.get());
        Optional<Tokens> now = due ? sent.flatMap(old -> families.refresh(old.refreshToken())) : sent;
        return now.flatMap(tokens -> find(tokens.accessToken())
                .map(session -> new Visit(
                        session.caller(),
                        session.familyId(),
                        due ? Optional.of(cookies.of(tokens)) : Optional.empty())));
    }

    /** A check whether the session of a request has ended meanwhile, for work that outlasts the request. */
    public BooleanSupplier lasting(Request request) {
        Session session = Session.of(request);
        PersonalToken token = session.token();
        return token == null
                ? () -> database.read(tx -> users.findSession(tx, session.familyId(), clock.millis()))
                        .isPresent()
                : () -> database.read(tx -> tokens.lives(tx, token.id()));
    }

    /** Attaches the {@link Caller} to a request on a session route, or answers 401. */
    @Override
    public Answer handle(Request request, Handler next) {
        if (request.surface() != Surface.SESSION) {
            return next.handle(request);
        }
        Optional<String> authorization = request.header("Authorization").filter(Sessions::isBearer);
        if (authorization.isEmpty()) {
            return byCookie(request, next);
        }
        String credential =
                authorization.get().strip().substring("bearer".length()).strip();
        Session session = find(credential, request).orElseThrow(() -> Caller.unknown(request));
        put(session, request);
        PersonalToken token = session.token();
        if (token != null) {
            TokenReach.check(token, request);
            tokens.noteUse(token);
        }
        return next.handle(request);
    }

    Optional<Session> find(String accessToken) {
        return families.familyOf(accessToken)
                .flatMap(family -> database.read(tx -> users.findSession(tx, family, clock.millis())));
    }

    private Optional<Session> find(String accessToken, Request request) {
        Optional<String> known =
                PersonalTokens.isOne(accessToken) ? Optional.of(accessToken) : families.familyOf(accessToken);
        return known.flatMap(family -> {
            List<String> about = lookahead.about(request);
            Optional<Seen> seen = memory.get(new Asked(family, about), tx -> look(tx, family, about));
            seen.ifPresent(found -> found.more().accept(request));
            return seen.map(Seen::session);
        });
    }

    /** @param family id of a token family, or the text of a personal access token */
    private Optional<Seen> look(Tx tx, String family, List<String> about) {
        Optional<Session> found = PersonalTokens.isOne(family)
                ? tokens.find(tx, family).flatMap(token -> users.sessionOf(tx, token))
                : users.findSession(tx, family, clock.millis());
        return found.map(session -> new Seen(session, lookahead.look(tx, session.caller(), about)));
    }

    private Answer byCookie(Request request, Handler next) {
        if (!cookies.isIn(request)) {
            throw Caller.unknown(request);
        }
        Optional<Tokens> sent = cookies.read(request);
        boolean due = sent.isPresent() && cookies.isDue(sent.get());
        Optional<Tokens> tokens = due ? sent.flatMap(old -> families.refresh(old.refreshToken())) : sent;
        Optional<Session> session = tokens.flatMap(now -> find(now.accessToken(), request));
        if (tokens.isEmpty() || session.isEmpty()) {
            return StatusTable.answer(Caller.unknown(request)).withCookie(cookies.forget());
        }
        put(session.get(), request);
        return due ? withCookie(tokens.get(), request, next) : next.handle(request);
    }

    /**
     * Adds the rotated token to the answer, also to a refusal, because the session would otherwise end at the next
     * request.
     */
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
        request.countForCaller(session.caller().userId());
    }

    private static boolean isBearer(String authorization) {
        String scheme = authorization.strip().toLowerCase(Locale.ROOT);
        return scheme.equals("bearer") || scheme.startsWith("bearer ");
    }
}
