package cms;

import cms.activity.LiveNews;
import cms.content.Contents;
import cms.forms.Forms;
import cms.media.Media;
import cms.monitoring.Monitoring;
import cms.plan.Edition;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.door.FrontDoor;
import cms.platform.events.Announcements;
import cms.platform.http.Dispatch;
import cms.platform.http.HttpServer;
import cms.platform.http.Routes;
import cms.platform.idempotency.FormIdempotency;
import cms.platform.jobs.Jobs;
import cms.project.Projects;
import cms.review.Changes;
import cms.settings.Settings;
import cms.webhooks.Webhooks;
import jakarta.servlet.http.HttpServlet;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An instance of the service: mounts the routes of the rooms, starts and stops. The list of rooms is in {@link Rooms}.
 */
public final class App implements AutoCloseable {
    private final OpenedParts closing = new OpenedParts();
    private final Routes routes = new Routes();
    private final Settings settings;
    private final @Nullable TakenPort port;
    private Optional<Jobs> jobs = Optional.empty();
    private Optional<Rooms> rooms = Optional.empty();

    private App(Settings settings, @Nullable TakenPort port) {
        this.settings = settings;
        this.port = port == null ? null : closing.add(port);
    }

    /**
     * Starts an instance; when a part fails, the parts opened before are closed again.
     *
     * @throws cms.platform.failure.Failure with a sentence for the operator
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

    /** The URL under which this instance is reached. */
    public URI publicUrl() {
        return settings.server().publicUrl();
    }

    /** Runs due jobs now instead of some seconds later. */
    public void wake() {
        jobs.ifPresent(Jobs::wake);
    }

    /**
     * The doors for callers without requests: tests, and programs that embed this service. One noun because such a
     * caller starts the service once and then goes to all of its doors.
     */
    public record Doors(
            Database rows,
            Announcements news,
            Projects projects,
            Changes changes,
            Contents content,
            Forms forms,
            Media media,
            LiveNews live) {}

    public Doors doors() {
        Rooms of = rooms.orElseThrow();
        return new Doors(of.database, of.news, of.projects, of.changes, of.contents, of.forms, of.media, of.live);
    }

    /** All mounted routes. */
    public Routes routes() {
        return routes;
    }

    @Override
    public void close() {
        closing.close();
    }

    /**
     * Removes the marks of readings when a stop is cut short, so that they do not count as having ended the service.
     */
    void cutOff() {
        rooms.ifPresent(of -> of.marks.close());
    }

    private void build(InstantSource clock) {
        PlatformServices platform = PlatformServices.open(settings, clock, closing);
        RoomSettings of = new RoomSettings(
                settings, platform, new Plans(settings.product().edition()));
        Rooms rooms = new Rooms(platform, of, closing);
        this.rooms = Optional.of(rooms);
        Monitoring monitoring = mountRoot(of, rooms);
        rooms.routes().forEach(room -> room.accept(routes));
        platform.compute().sharedBy(new ComputingAccounts(platform.database(), rooms.workspaces));
        sealAnew(rooms);
        platform.signals().start();
        startJobs(platform.jobs(), rooms);
        List<FrontDoor> frontDoors = open(rooms);
        of.studio().ifPresentOrElse(studio -> studio.routes(routes), () -> new WelcomeRoutes().routes(routes));
        monitoring.start();
        // At a stop right behind the last request, before whatever may hang until the stop is cut off.
        closing.add(rooms.keys::flush);
        closing.add(rooms.delivery::writeCounts);
        serve(of, inOrder(rooms), frontDoors, Map.of("/git/*", rooms.gitHttp()));
    }

    /**
     * The steps in the order of spec 5.7: the caller is found, invitations to its address are accepted, a locked
     * workspace is refused; then a query parameter that the route does not know is; then a repeat of an earlier request
     * gets the earlier answer, and any other request is logged.
     */
    private static Dispatch.Steps inOrder(Rooms rooms) {
        rooms.auth.sessions().readAlong(new ReadAlong(rooms.workspaces, rooms.projects.access()));
        return new Dispatch.Steps(
                List.of(rooms.auth.authentication(), rooms.workspaces.invitations(), rooms.billing.gate()),
                List.of(
                        new QueryCheck(rooms.workspaces, rooms.projects.access()),
                        rooms.idempotency,
                        rooms.activities.audit(),
                        rooms.live.watching()));
    }

    /** Mounts the enterprise rooms, or {@link AbsentRooms} where they are not built in. */
    private List<FrontDoor> open(Rooms rooms) {
        if (settings.product().edition() == Edition.COMMUNITY) {
            new AbsentRooms().routes(routes);
            return List.of();
        }
        rooms.media.routes(routes, new FormIdempotency(rooms.idempotency));
        rooms.contents.askAboutAssets(rooms.media.facts());
        rooms.delivery.routes(routes);
        rooms.conversations.routes(routes);
        rooms.webhooks.ifPresent(webhooks -> webhooks.routes(routes));
        rooms.delivery.start();
        return List.of(rooms.delivery.frontDoor());
    }

    /** Seals values again that only the previous secret can open, when one is set beside the current one. */
    private void sealAnew(Rooms rooms) {
        if (settings.storage().sealing().previous() != null) {
            rooms.auth.sealAnew();
            rooms.workspaces.sealAnew();
            rooms.media.files().sealAnew();
            rooms.webhooks.ifPresent(Webhooks::sealAnew);
        }
    }

    private static void startJobs(Jobs jobs, Rooms rooms) {
        jobs.recurring("go-on-with-setup", Duration.ofMinutes(1), rooms.projects::resumeSetups);
        jobs.recurring("forget-host-notices", Duration.ofHours(24), rooms.gitHost::forgetWebhooks);
        jobs.recurring("sweep-mirrors", Duration.ofHours(1), rooms.hosting::sweep);
        jobs.recurring("compress-quiet-repositories", Duration.ofMinutes(10), rooms.repositories::maintain);
        jobs.recurring("forget-expired-sessions", Duration.ofHours(1), rooms.auth::forgetExpired);
        jobs.recurring("purge-activity", Duration.ofHours(24), rooms.activities::purge);
        jobs.recurring("clean-up-landed-changes", Duration.ofHours(24), rooms.changes::cleanUpOld);
        jobs.recurring("end-plans", Duration.ofMinutes(1), rooms.workspaces::endPlans);
        jobs.recurring("mail-about-usage", Duration.ofMinutes(1), rooms.usage::sendMails);
        jobs.recurring("forget-payment-notices", Duration.ofHours(24), rooms.billing::forgetWebhooks);
        jobs.recurring("charge-storage", Duration.ofHours(1), rooms.usage::sampleStorage);
        jobs.recurring("report-overage", Duration.ofHours(1), rooms.billing::reportOverage);
        jobs.recurring("compare-overage", Duration.ofHours(24), rooms.billing::compareOverage);
        jobs.recurring("propose-again", Duration.ofMinutes(5), rooms.changes::proposeAgain);
        jobs.recurring("forget-remote-calls", Duration.ofHours(1), rooms.remoteTools::forgetOld);
        jobs.recurring("forget-repeats", Duration.ofHours(1), rooms.idempotency::forgetOld);
        jobs.recurring("tidy-conversations", Duration.ofMinutes(1), rooms.agent::tidy);
        rooms.webhooks.ifPresent(
                webhooks -> jobs.recurring("forget-webhook-deliveries", Duration.ofHours(1), webhooks::forgetOld));
        jobs.start();
        rooms.changes.start();
        rooms.agent.start();
        rooms.webhooks.ifPresent(Webhooks::start);
    }

    private Monitoring mountRoot(RoomSettings of, Rooms rooms) {
        Monitoring monitoring = closing.add(
                new Monitoring(of.watched(rooms.pictures), settings, rooms.projects, rooms.changes, rooms.hosting));
        monitoring.routes(routes);
        new OpenApiRoutes().routes(routes);
        return monitoring;
    }

    private void serve(
            RoomSettings of, Dispatch.Steps steps, List<FrontDoor> frontDoors, Map<String, HttpServlet> servlets) {
        Dispatch dispatch = new Dispatch(
                of.http(),
                of.platform().limiter(),
                steps,
                of.platform().metrics(),
                of.platform().scratch(),
                of.platform().compute());
        jobs = Optional.of(of.platform().jobs());
        closing.add(of.platform().net()::endReading);
        HttpServer server = closing.add(new HttpServer(of.http(), dispatch, routes.all(), frontDoors, servlets));
        if (port == null) {
            server.start();
        } else {
            server.start(port.socket());
        }
    }
}
