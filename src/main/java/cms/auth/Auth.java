package cms.auth;

import cms.auth.identity.IdentityPage;
import cms.auth.identity.PendingLogins;
import cms.auth.oauth.HostTokens;
import cms.auth.once.OneTimeCodes;
import cms.auth.page.SignInPages;
import cms.auth.picture.Avatars;
import cms.auth.session.SessionCookie;
import cms.auth.session.TokenFamilies;
import cms.auth.token.PersonalTokenRoutes;
import cms.auth.token.PersonalTokens;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.http.Middleware;
import cms.platform.http.Routes;
import java.util.Optional;
import java.util.Set;

/** Builds this room from its parts and mounts its routes. */
public final class Auth {
    private final TokenFamilies families;
    private final SessionCookie cookie;
    private final PendingLogins pending;
    private final OneTimeCodes codes;
    private final PersonalTokens tokens;
    private final Sessions sessions;
    private final HostTokens hostTokens;
    private final Accounts accounts;
    private final SignIns signIns;
    private final AuthSettings settings;
    private final AuthParts outside;

    public Auth(
            Database database, Announcements announcements, AuthKeys keys, AuthSettings settings, AuthParts outside) {
        boolean secure = settings.secureCookies();
        this.families =
                new TokenFamilies(database, keys.seal(), keys.accessTokens(), settings.sessionLife(), outside.clock());
        this.cookie = new SessionCookie(keys.seal(), secure, outside.clock());
        this.pending = new PendingLogins(keys.seal(), secure, outside.clock());
        this.codes = new OneTimeCodes(database, outside.clock());
        this.tokens = new PersonalTokens(database, outside.mailer(), outside.clock());
        this.sessions = new Sessions(database, families, tokens, cookie, outside.clock());
        Providers providers = new Providers(settings, outside);
        this.hostTokens = new HostTokens(database, keys.seal(), providers.gitHost(), outside.clock());
        this.accounts = new Accounts(database, announcements, hostTokens, outside.clock());
        this.signIns = new SignIns(providers.all(codes), accounts, codes);
        this.settings = settings;
        this.outside = outside;
    }

    public Sessions sessions() {
        return sessions;
    }

    /**
     * The caller's own token at the real Git host (spec 4.7); empty when the person has to sign in there again.
     *
     * @throws cms.platform.failure.Failure BAD_GATEWAY or UNAVAILABLE when the host has to be asked and does not answer
     */
    public Optional<String> hostToken(Caller caller) {
        return hostTokens.of(caller.userId());
    }

    /** Seals values again that were sealed with an earlier secret; to be run at the start. */
    public void sealAnew() {
        hostTokens.sealAnew();
    }

    /** The names of the providers that a person may sign in with; {@code /api/auth/oauth/<name>} starts a sign-in. */
    public Set<String> waysToSignIn() {
        return signIns.offered();
    }

    /** Attaches the {@link Caller} to every request on a session route, or answers 401. */
    public Middleware authentication() {
        return sessions;
    }

    public void routes(Routes routes) {
        new LoginRoutes(signIns, pending, families, cookie, outside.limiter(), settings).addTo(routes);
        new SessionRoutes(signIns, pending, families, sessions, cookie, settings).addTo(routes);
        new MagicLinks(signIns, families, cookie, outside, settings).addTo(routes);
        new ProfileRoutes(accounts, new Avatars(outside.pictures()), cookie).addTo(routes);
        new PersonalTokenRoutes(tokens, request -> Session.of(request).owner()).mount(routes);
        new SignInPages(settings.url(""), signIns.offered()).routes(routes);
        if (settings.providers().isLocal()) {
            new IdentityPage(settings.url(""), signIns.offered(), codes).routes(routes);
        }
    }

    /** Deletes expired tokens, sessions and codes; a job calls it at intervals. */
    public void forgetExpired() {
        families.forgetExpired();
        tokens.forgetExpired();
        codes.forgetExpired();
    }
}
