package cms;

import cms.activity.Activities;
import cms.apikeys.ApiKeys;
import cms.auth.Auth;
import cms.auth.Caller;
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
import cms.platform.events.Announcements;
import cms.platform.http.Dispatch;
import cms.platform.http.FrontDoor;
import cms.platform.http.HttpServer;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Traces;
import cms.platform.jobs.Jobs;
import cms.platform.limits.RateLimiter;
import cms.platform.repeats.Repeats;
import cms.project.Projects;
import cms.review.Changes;
import cms.review.PushRules;
import cms.workspace.Workspaces;
import jakarta.servlet.http.HttpServlet;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Builds the rooms in their order, mounts their routes, starts and stops. This file is the architecture diagram. */
public final class App implements AutoCloseable {
    private final Closing closing = new Closing();
    private final Routes routes = new Routes();
    private final Settings settings;

    private App(Settings settings) {
        this.settings = settings;
    }

    /**
     * Starts everything; when a part fails, what was already open is closed again.
     *
     * @throws cms.platform.failure.Failure with a sentence for the person who starts it
     */
    public static App start(Settings settings, InstantSource clock) {
        App app = new App(settings.onKnownPort());
        try {
            app.build(() -> clock.instant().truncatedTo(ChronoUnit.MILLIS)); // rows keep no more than milliseconds
            return app;
        } catch (RuntimeException refused) {
            app.close();
            throw refused;
        }
    }

    /** How the world reaches this instance. */
    public URI publicUrl() {
        return settings.server().publicUrl();
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
        RateLimiter limiter = corners.limiter();
        Plans plans = new Plans(settings.product().edition());
        RoomSettings of = new RoomSettings(settings, corners, plans);

        Repositories repositories = closing.add(Repositories.open(corners.data().repositories()));
        Auth auth = new Auth(database, announcements, corners.keys(), of.auth(), of.outside());
        Workspaces workspaces =
                new Workspaces(database, announcements, of.workspaces(), corners.mailer(), limiter, clock);
        Hosting hosting = new Hosting(database, repositories, of.host(), clock);
        GitHost gitHost = new GitHost(database, hosting, workspaces);
        Projects projects = new Projects(database, announcements, workspaces, hosting, plans, clock);
        ApiKeys keys = closing.add(new ApiKeys(database, new RandomTokens(), clock));
        Changes changes = new Changes(projects, hosting, plans, database, announcements, clock);
        Snapshots snapshots =
                closing.add(new Snapshots(hosting, changes, corners.data().histories()));
        Contents contents = new Contents(projects.access(), workspaces, changes, snapshots, plans);
        Delivery delivery =
                closing.add(new Delivery(of.deliveryStorage(), hosting, projects, changes, keys, of.delivery()));
        Activities activities =
                closing.add(new Activities(database, announcements, workspaces, projects, changes, clock));
        PushRules pushRules = new PushRules(auth.sessions(), workspaces, hosting, projects, changes, plans);
        GitHttp<Caller> git = new GitHttp<>(repositories, activities.recording(pushRules), GitHttpLimits.standard());

        Repeats repeats = new Repeats(database, clock, App::callerId);
        mountRoot(corners);
        mount(corners.mailer()::routes, auth::routes, workspaces::routes, gitHost::routes, projects::routes);
        mount(changes::routes, contents::routes, activities::routes);
        sealAnew(auth, workspaces);
        startJobs(corners.jobs(), auth, activities, changes, repeats);
        serve(
                of,
                List.of(auth.authentication(), workspaces.invitations(), repeats, activities.audit()),
                open(delivery),
                Map.of("/git/*", git));
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
    private void sealAnew(Auth auth, Workspaces workspaces) {
        if (settings.storage().sealing().previous() != null) {
            auth.sealAnew();
            workspaces.sealAnew();
        }
    }

    private static void startJobs(Jobs jobs, Auth auth, Activities activities, Changes changes, Repeats repeats) {
        jobs.recurring("forget-expired-sessions", Duration.ofHours(1), auth::forgetExpired);
        jobs.recurring("purge-activity", Duration.ofHours(24), activities::purge);
        jobs.recurring("clean-up-landed-changes", Duration.ofHours(24), changes::cleanUpOld);
        jobs.recurring("forget-repeats", Duration.ofHours(1), repeats::forgetOld);
        jobs.start();
    }

    @SafeVarargs
    private void mount(Consumer<Routes>... rooms) {
        for (Consumer<Routes> room : rooms) {
            room.accept(routes);
        }
    }

    private void mountRoot(Corners corners) {
        new HealthRoutes(
                        corners.clock(),
                        corners.database(),
                        corners.objects(),
                        () -> Files.isWritable(corners.data().repositories()))
                .routes(routes);
        new OpenApiRoutes().routes(routes);
        new MetricsRoutes(corners.metrics(), settings.server().metricsToken()).routes(routes);
    }

    private static Optional<String> callerId(Request request) {
        return request.find(Caller.class).map(Caller::userId);
    }

    /**
     * Spec 5.7: {@code middleware} finds who is calling, what became of their invitations, whether the workspace is paid
     * for, what was asked before, and keeps the log.
     */
    private void serve(
            RoomSettings of,
            List<Middleware> middleware,
            List<FrontDoor> frontDoors,
            Map<String, HttpServlet> servlets) {
        Traces traces = new Traces(of.corners().metrics());
        Dispatch dispatch = new Dispatch(of.http(), of.corners().limiter(), middleware, traces);
        closing.add(new HttpServer(of.http(), dispatch, routes.all(), frontDoors, servlets))
                .start();
    }
}
