package cms.mcp.apps;

import cms.auth.AccountDeleted;
import cms.auth.Auth;
import cms.plan.Plans;
import cms.platform.crypto.Hashes;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.http.Page;
import cms.platform.http.Routes;
import cms.platform.instance.Instance;
import cms.platform.mail.Mail;
import cms.platform.mail.Mailer;
import cms.project.ProjectDeleted;
import cms.project.Projects;
import cms.workspace.Workspaces;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** The door of the authorization server: checks tokens, and lists and ends the grants of people. */
public final class ConnectedApps {
    /** How long an ended grant is remembered for the streams of its app, all of which end earlier. */
    private static final Duration ENDED_KEPT = Duration.ofHours(2);

    private static final Duration NOTED_AFTER = Duration.ofMinutes(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final Instance instance;
    private final Plans plans;
    private final Auth auth;
    private final Workspaces workspaces;
    private final Projects projects;
    private final GrantStore store = new GrantStore();
    private final Grants grants;
    private final ServerUrls issuer;

    /** Grants that ended recently, with the time of their end; streams check them. */
    private final Map<String, Long> ended = new ConcurrentHashMap<>();

    /** @param scopes of the token, possibly fewer than those of the grant */
    public record Admitted(ConnectedApp app, Set<AppScope> scopes) {
        public Admitted {
            scopes = Set.copyOf(scopes);
        }
    }

    public ConnectedApps(
            Instance instance, Plans plans, URI publicUrl, Auth auth, Workspaces workspaces, Projects projects) {
        this.instance = instance;
        this.plans = plans;
        this.auth = auth;
        this.workspaces = workspaces;
        this.projects = projects;
        this.grants = new Grants(instance, store);
        this.issuer = ServerUrls.of(publicUrl);
        instance.signals()
                .on(
                        Grants.GrantEnded.class,
                        gone -> ended.put(gone.grantId(), instance.clock().millis()));
        instance.signals().onGap(this::catchUp);
    }

    /**
     * Ends grants when their person's account, membership or project is removed, and mails about those that ended
     * because of a theft.
     */
    public void listen(Announcements announcements) {
        announcements.after(Grants.TokenStolen.class, "mcp.token-stolen", Grants.TokenStolen::grantId, this::warn);
        announcements.within(AccountDeleted.class, (tx, gone) -> endAll(tx, store.ofOwner(tx, gone.userId())));
        announcements.within(ProjectDeleted.class, (tx, gone) -> endAll(tx, store.ofOwner(tx, gone.projectId())));
        announcements.within(
                Projects.MemberLeft.class,
                (tx, gone) -> endAll(tx, store.ofPerson(tx, gone.userId(), gone.projectId())));
    }

    public void routes(Routes routes) {
        Clients clients = new Clients(
                instance.database(),
                new ClientDocuments(
                        instance.net().toOutside(), instance.limiter(), instance.clock(), this::isConnected),
                store,
                instance.clock());
        new MetadataRoutes(issuer).mount(routes);
        new TokenRoutes(clients, grants, instance.limiter()).mount(routes);
        new AuthorizeRoutes(
                        plans,
                        issuer,
                        auth,
                        workspaces,
                        projects,
                        new AuthorizeRoutes.Made(clients, grants, new ConsentForms(instance, store)))
                .mount(routes);
    }

    private boolean isConnected(String clientId) {
        long now = instance.clock().millis();
        return instance.database().read(tx -> store.isConnected(tx, clientId, now));
    }

    /** The endpoint for apps, where the grant determines the project. */
    public String endpoint() {
        return issuer.appEndpoint();
    }

    /** Whether a credential has the form of an app's token. */
    public static boolean isToken(String credential) {
        return credential.startsWith(Grants.ACCESS_PREFIX);
    }

    /**
     * The app and the scopes that a token grants at a resource.
     *
     * @param projectId of the called URL; empty for the app endpoint
     * @return empty when the token is unknown, has ended, or is for another resource
     */
    public Optional<Admitted> check(String token, Optional<String> projectId) {
        String called = projectId.map(issuer::projectEndpoint).orElseGet(issuer::appEndpoint);
        long now = instance.clock().millis();
        return instance.database()
                .read(tx -> store.findToken(tx, Hashes.sha256Hex(token)))
                .filter(found -> found.expiresAt() > now
                        && found.app().isGood(instance.clock().instant()))
                .filter(found -> found.app().audience().equals(called))
                .flatMap(found -> Optional.ofNullable(found.scopes())
                        .map(scopes -> new Admitted(found.app(), AppScope.parse(scopes))));
    }

    /** Whether a grant is still valid, as far as this instance has been notified; does not block. */
    public BooleanSupplier lasting(ConnectedApp app) {
        return () -> !ended.containsKey(app.id()) && instance.clock().instant().isBefore(app.endsAt());
    }

    /** Records the time at which an app was used, once a minute at most. */
    public void noteUse(ConnectedApp app) {
        boolean due = app.lastUsedAt() == null
                || app.lastUsedAt().plus(NOTED_AFTER).isBefore(instance.clock().instant());
        if (due) {
            instance.database()
                    .writing(tx -> store.used(tx, app.id(), instance.clock().millis()));
        }
    }

    /** The value of {@code WWW-Authenticate} that tells a refused client where to begin (RFC 9728). */
    public String challenge(Optional<String> projectId, String error, Set<AppScope> scopes) {
        String resource = projectId.map(issuer::projectEndpoint).orElseGet(issuer::appEndpoint);
        return "Bearer realm=\"cms\", " + (error.isEmpty() ? "" : "error=\"" + error + "\", ") + "scope=\""
                + AppScope.text(scopes) + "\", resource_metadata=\"" + issuer.metadataOf(resource) + "\"";
    }

    /** The valid grants of a workspace, the newest first. */
    public List<ConnectedApp> ofWorkspace(Tx tx, String workspaceId) {
        return store.ofWorkspace(tx, workspaceId, instance.clock().millis());
    }

    /** Name of the client of a grant, also of an ended one. */
    public Optional<String> nameOf(Tx tx, String grantId) {
        return store.find(tx, grantId).map(ConnectedApp::clientName);
    }

    public void end(Tx tx, ConnectedApp app) {
        grants.end(tx, app, null);
    }

    /** Ends a grant whose person has lost access to the project. */
    public void endWithPerson(ConnectedApp app) {
        instance.database().writing(tx -> grants.end(tx, app, "end_connected_app"));
    }

    /** Deletes expired codes, tokens and grants; a job calls it at intervals. */
    public void forgetOld() {
        long now = instance.clock().millis();
        instance.database().writing(tx -> store.forget(tx, now, now - DAY.toMillis()));
        ended.values().removeIf(at -> at < now - ENDED_KEPT.toMillis());
    }

    private void endAll(Tx tx, List<String> ids) {
        ids.forEach(id -> store.find(tx, id).ifPresent(app -> grants.end(tx, app, null)));
    }

    /** Reads the recently ended grants again, because signals may have been lost. */
    private void catchUp() {
        long now = instance.clock().millis();
        instance.database()
                .read(tx -> store.endedSince(tx, now - ENDED_KEPT.toMillis()))
                .forEach(id -> ended.put(id, now));
    }

    /**
     * Tells the person by mail, where mail is configured, that a token of the grant may have been stolen.
     *
     * @throws cms.platform.failure.Failure BAD_GATEWAY while the mail server does not answer, so that it is tried again
     */
    private void warn(Grants.TokenStolen theft) {
        Mailer mailer = instance.mailer();
        Optional<ConnectedApp> app = instance.database().read(tx -> store.find(tx, theft.grantId()));
        Optional<String> to = instance.database()
                .read(tx -> workspaces.findMember(tx, theft.workspaceId(), theft.userId()))
                .flatMap(member -> Optional.ofNullable(member.profile().email()));
        if (mailer.isOff() || app.isEmpty()) {
            return;
        }
        mailer.sendEach(to.stream().toList(), "a connected app", address -> mail(address, app.get()));
    }

    private static Mail mail(String to, ConnectedApp app) {
        String text = "A token of the app " + app.clientHost()
                + " was used a second time, long after it had been replaced. Somebody may have copied it, so the app"
                + " was disconnected. Connect it again if you still use it.\n";
        return new Mail(to, "A connected app was disconnected", text, "<p>" + Page.escape(text) + "</p>\n");
    }
}
