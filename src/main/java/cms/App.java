package cms;

import cms.activity.Activities;
import cms.activity.LiveNews;
import cms.apikeys.ApiKeys;
import cms.auth.Auth;
import cms.auth.Caller;
import cms.auth.Sessions;
import cms.billing.Billing;
import cms.content.Contents;
import cms.content.Snapshots;
import cms.delivery.Delivery;
import cms.git.GitHttp;
import cms.git.GitHttpLimits;
import cms.git.Repositories;
import cms.githost.GitHost;
import cms.githost.Hosting;
import cms.plan.Edition;
import cms.plan.Plans;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.door.FrontDoor;
import cms.platform.events.Announcements;
import cms.platform.http.Dispatch;
import cms.platform.http.HttpServer;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.jobs.Jobs;
import cms.platform.repeats.Repeats;
import cms.project.Access;
import cms.project.ProjectAccess;
import cms.project.Projects;
import cms.review.Changes;
import cms.review.PushRules;
import cms.upkeep.InstanceIdentity;
import cms.webhooks.WebhookParts;
import cms.webhooks.Webhooks;
import cms.workspace.Workspaces;
import io.micrometer.core.instrument.Gauge;
import jakarta.servlet.http.HttpServlet;
import java.io.File;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds the rooms in their order, mounts their routes, starts and stops. This file is the architecture diagram. */
public final class App implements AutoCloseable {
    private final Closing closing = new Closing();
    private final Routes routes = new Routes();
    private final Settings settings;
    private final @Nullable TakenPort port;
    private Optional<Jobs> jobs = Optional.empty();

    private App(Settings settings, @Nullable TakenPort port) {
        this.settings = settings;
        this.port = port == null ? null : closing.add(port);
    }

    /**
     * Starts everything; when a part fails, what was already open is closed again.
     *
     * @throws cms.platform.failure.Failure with a sentence for the person who starts it
     */
    public static App start(Settings settings, InstantSource clock) {
        App app = onKnownPort(settings);
        try {
            app.build(() -> clock.instant().truncatedTo(ChronoUnit.MILLIS)); // rows keep no more than milliseconds
            return app;
        } catch (RuntimeException refused) {
            app.close();
            throw refused;
        }
    }

    private static App onKnownPort(Settings settings) {
        if (settings.server().port() != 0) {
            return new App(settings, null);
        }
        TakenPort port = TakenPort.on(settings.server().host());
        return new App(settings.boundTo(port.number()), port);
    }

    /** How the world reaches this instance. */
    public URI publicUrl() {
        return settings.server().publicUrl();
    }

    /** Work that is due by the clock begins now instead of some seconds later. */
    public void wake() {
        jobs.ifPresent(Jobs::wake);
    }

    /** Every mounted route. */
    public Routes routes() {
        return routes;
    }

    @Override
    public void close() {
        closing.close();
    }

    private void build(InstantSource clock) {
        Corners corners = Corners.open(settings, clock, closing);
        Database database = corners.database();
        Announcements announcements = corners.announcements();
        Plans plans = new Plans(settings.product().edition());
        RoomSettings of = new RoomSettings(settings, corners, plans);

        Repositories repositories = closing.add(repositories(corners, of));
        Auth auth = new Auth(database, announcements, corners.keys(), of.auth(), of.outside());
        Workspaces workspaces =
                new Workspaces(database, announcements, of.workspaces(), corners.mailer(), corners.limiter(), clock);
        Hosting hosting = closing.add(new Hosting(database, repositories, of.host(auth), clock, of.reading()));
        GitHost gitHost = new GitHost(database, announcements, hosting, workspaces, clock);
        Projects projects = new Projects(database, announcements, workspaces, hosting, plans, clock);
        ApiKeys keys = closing.add(new ApiKeys(database, corners.signals(), new RandomTokens(), clock));
        Changes changes = closing.add(new Changes(projects, hosting, plans, of.reviewStorage(), clock));
        Snapshots snapshots = closing.add(
                new Snapshots(hosting, changes, announcements, corners.data().histories()));
        Contents contents = new Contents(projects, changes, snapshots, plans);
        Delivery delivery =
                closing.add(new Delivery(of.deliveryStorage(), hosting, projects, changes, keys, of.delivery()));
        Billing billing =
                new Billing(database, workspaces, of.billing(), corners.net().toSettings(), corners.limiter(), clock);
        Activities activities = new Activities(database, announcements, workspaces, projects, changes, clock);
        LiveNews news =
                closing.add(new LiveNews(projects, auth.sessions(), changes, snapshots, delivery, announcements));
        news.hear(corners.signals());
        PushRules pushRules = new PushRules(auth.sessions(), workspaces, hosting, projects, changes, plans);
        GitHttp<Caller> git = new GitHttp<>(repositories, pushRules, GitHttpLimits.standard());
        Repeats repeats = new Repeats(database, clock, App::callerId);
        mountRoot(corners, of.hasBuiltInHost());
        mount(corners.mailer()::routes, auth::routes, workspaces::routes, gitHost::routes, projects::routes);
        mount(changes::routes, contents::routes, billing::routes, activities::routes, news::routes);
        sealAnew(auth, workspaces, webhooks(corners, plans, projects, workspaces, changes));
        corners.signals().start();
        startHostJobs(corners.jobs(), projects, gitHost, hosting, repositories);
        startJobs(corners.jobs(), auth, workspaces, activities, changes, billing, repeats);
        List<Middleware> middleware = inOrder(auth, workspaces, projects, billing, repeats, activities, news);
        serve(of, middleware, open(delivery), Map.of("/git/*", git));
    }

    /** Repositories that live in the data folder are served only with the database that knows them. */
    private static Repositories repositories(Corners corners, RoomSettings of) {
        if (of.hasBuiltInHost()) {
            InstanceIdentity.check(corners.database(), corners.data().folder());
        }
        return Repositories.open(corners.data().repositories());
    }

    /**
     * The order of spec 5.7: who is calling, what becomes of their invitations, whether the workspace is locked, what was
     * asked before, and the log.
     */
    private static List<Middleware> inOrder(
            Auth auth,
            Workspaces workspaces,
            Projects projects,
            Billing billing,
            Repeats repeats,
            Activities activities,
            LiveNews news) {
        auth.sessions().readAlong(new ReadAlong(workspaces, projects.access()));
        return List.of(
                auth.authentication(),
                workspaces.invitations(),
                billing.gate(),
                repeats,
                activities.audit(),
                news.watching());
    }

    /** Empty where the enterprise part is not built in. */
    private Optional<Webhooks> webhooks(
            Corners corners, Plans plans, Projects projects, Workspaces workspaces, Changes changes) {
        if (settings.product().edition() == Edition.COMMUNITY) {
            return Optional.empty();
        }
        WebhookParts parts = new WebhookParts(
                corners.database(),
                corners.announcements(),
                corners.leases(),
                corners.keys().seal(),
                corners.net(),
                corners.limiter(),
                corners.mailer(),
                plans,
                corners.clock());
        Webhooks webhooks = closing.add(new Webhooks(parts, projects, workspaces, changes));
        webhooks.routes(routes);
        corners.jobs().recurring("forget-webhook-deliveries", Duration.ofHours(1), webhooks::forgetOld);
        webhooks.start();
        return Optional.of(webhooks);
    }

    /** Where the enterprise part is not built in, its rooms only say so. */
    private List<FrontDoor> open(Delivery delivery) {
        if (settings.product().edition() == Edition.COMMUNITY) {
            new AbsentRooms().routes(routes);
            return List.of();
        }
        delivery.routes(routes);
        delivery.start();
        return List.of(delivery.frontDoor());
    }

    /** With a previous secret beside the current one, nothing that only the previous one opens stays behind. */
    private void sealAnew(Auth auth, Workspaces workspaces, Optional<Webhooks> webhooks) {
        if (settings.storage().sealing().previous() != null) {
            auth.sealAnew();
            workspaces.sealAnew();
            webhooks.ifPresent(Webhooks::sealAnew);
        }
    }

    private static void startHostJobs(
            Jobs jobs, Projects projects, GitHost gitHost, Hosting hosting, Repositories repositories) {
        jobs.recurring("go-on-with-setup", Duration.ofMinutes(1), projects::goOnWithSetup);
        jobs.recurring("forget-host-notices", Duration.ofHours(24), gitHost::forgetNotices);
        jobs.recurring("sweep-mirrors", Duration.ofHours(1), hosting::sweep);
        jobs.recurring("compress-quiet-repositories", Duration.ofMinutes(10), repositories::maintain);
    }

    private static void startJobs(
            Jobs jobs,
            Auth auth,
            Workspaces workspaces,
            Activities activities,
            Changes changes,
            Billing billing,
            Repeats repeats) {
        jobs.recurring("forget-expired-sessions", Duration.ofHours(1), auth::forgetExpired);
        jobs.recurring("purge-activity", Duration.ofHours(24), activities::purge);
        jobs.recurring("clean-up-landed-changes", Duration.ofHours(24), changes::cleanUpOld);
        jobs.recurring("end-plans", Duration.ofMinutes(1), workspaces::endPlans);
        jobs.recurring("forget-payment-notices", Duration.ofHours(24), billing::forgetNotices);
        jobs.recurring("propose-again", Duration.ofMinutes(5), changes::proposeAgain);
        jobs.recurring("forget-repeats", Duration.ofHours(1), repeats::forgetOld);
        jobs.start();
        changes.start();
    }

    @SafeVarargs
    private void mount(Consumer<Routes>... rooms) {
        for (Consumer<Routes> room : rooms) {
            room.accept(routes);
        }
    }

    private void mountRoot(Corners corners, boolean builtInHost) {
        new HealthRoutes(corners, builtInHost).routes(routes);
        Gauge.builder("cms.data.free.bytes", corners.data().folder().toFile(), File::getUsableSpace)
                .description("Bytes that the file system of the data folder still takes")
                .register(corners.metrics());
        new WelcomeRoutes().routes(routes);
        new OpenApiRoutes().routes(routes);
        new MetricsRoutes(
                        corners.metrics(),
                        settings.server().metricsToken(),
                        settings.server().isLocal())
                .routes(routes);
    }

    private static Optional<String> callerId(Request request) {
        return request.find(Caller.class).map(Caller::userId);
    }

    private void serve(
            RoomSettings of,
            List<Middleware> middleware,
            List<FrontDoor> frontDoors,
            Map<String, HttpServlet> servlets) {
        Dispatch dispatch = new Dispatch(
                of.http(), of.corners().limiter(), middleware, of.corners().metrics());
        jobs = Optional.of(of.corners().jobs());
        closing.add(of.corners().net()::endReading);
        HttpServer server = closing.add(new HttpServer(of.http(), dispatch, routes.all(), frontDoors, servlets));
        if (port == null) {
            server.start();
        } else {
            server.start(port.socket());
        }
    }

    /**
     * What is read with every session: whether invitations wait, and unless they do, what the caller is in the project of the
     * path.
     */
    private record ReadAlong(Workspaces workspaces, Access access) implements Sessions.Lookahead {
        @Override
        public List<String> about(Request request) {
            return access.placeOf(request);
        }

        @Override
        public Consumer<Request> look(Tx tx, Caller caller, List<String> about) {
            boolean waiting = workspaces.hasInvitations(tx, caller);
            Optional<ProjectAccess> standing = waiting ? Optional.empty() : access.lookAhead(tx, caller, about);
            return request -> {
                workspaces.noteInvitations(request, waiting);
                standing.ifPresent(found -> request.put(ProjectAccess.class, found));
            };
        }
    }
}
