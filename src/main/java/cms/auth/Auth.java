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
import cms.platform.http.Middleware;
import cms.platform.http.Routes;
import cms.platform.instance.Instance;
import cms.platform.pictures.Pictures;
import java.time.InstantSource;
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
    private final Instance instance;
    private final Pictures pictures;

    public Auth(Instance instance, AuthKeys keys, AuthSettings settings, Pictures pictures) {
        Database database = instance.database();
        InstantSource clock = instance.clock();
        boolean secure = settings.secureCookies();
        this.families = new TokenFamilies(database, keys.seal(), keys.accessTokens(), settings.sessionLife(), clock);
        this.cookie = new SessionCookie(keys.seal(), secure, clock);
        this.pending = new PendingLogins(keys.seal(), secure, clock);
        this.codes = new OneTimeCodes(database, clock);
        this.tokens = new PersonalTokens(database, instance.mailer(), clock);
        this.sessions = new Sessions(database, families, tokens, cookie, clock);
        Providers providers = new Providers(settings, instance.net().toSettings(), clock);
        this.hostTokens = new HostTokens(database, keys.seal(), providers.gitHost(), clock);
        this.accounts = new Accounts(database, instance.announcements(), hostTokens, clock);
        this.signIns = new SignIns(providers.all(codes), accounts, codes);
        this.settings = settings;
        this.instance = instance;
        this.pictures = pictures;
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
        new LoginRoutes(signIns, pending, families, cookie, instance.limiter(), settings).addTo(routes);
        new SessionRoutes(signIns, pending, families, sessions, cookie, settings).addTo(routes);
        new MagicLinks(signIns, families, cookie, instance.mailer(), settings).addTo(routes);
        new ProfileRoutes(accounts, new Avatars(pictures), cookie).addTo(routes);
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
