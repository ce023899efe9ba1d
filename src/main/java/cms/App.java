package cms;

import cms.auth.Auth;
import cms.auth.AuthSettings;
import cms.auth.Caller;
import cms.auth.Outside;
import cms.git.GitHttp;
import cms.git.GitHttpLimits;
import cms.git.Repositories;
import cms.githost.GitHost;
import cms.githost.HostSettings;
import cms.githost.Hosting;
import cms.plan.Plans;
import cms.platform.http.Dispatch;
import cms.platform.http.HttpServer;
import cms.platform.http.HttpSettings;
import cms.platform.http.Middleware;
import cms.platform.http.Routes;
import cms.platform.http.Traces;
import cms.platform.mail.Outbox;
import cms.project.Projects;
import cms.review.Changes;
import cms.review.PushRules;
import cms.workspace.WorkspaceSettings;
import cms.workspace.Workspaces;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the rooms in their order, mounts their routes, starts and stops. This file is the architecture diagram. */
public final class App implements AutoCloseable {
    private final Closing closing = new Closing();
    private final Routes routes = new Routes();
    private final URI publicUrl;

    private App(Settings settings, InstantSource clock) {
        publicUrl = settings.server().publicUrl();
        Corners corners = Corners.open(settings.storage(), clock, closing);
        Plans plans = new Plans(settings.product().edition());
        Repositories repositories = closing.add(Repositories.open(corners.data().repositories()));

        Outbox outbox = new Outbox(corners.database(), clock);
        Auth auth = new Auth(
                corners.database(),
                corners.announcements(),
                corners.keys(),
                new AuthSettings(publicUrl, settings.product().managed()),
                new Outside(outbox, corners.limiter(), clock));
        Workspaces workspaces = new Workspaces(
                corners.database(),
                corners.announcements(),
                new WorkspaceSettings(plans, settings.product().planOfNewWorkspace(), publicUrl),
                outbox,
                corners.limiter(),
                clock);

        boolean everybodyOwnsAccount = settings.identity().oidc() != null && settings.identity().gitHost() == null;
        Hosting hosting = new Hosting(
                corners.database(), repositories, new HostSettings(publicUrl, everybodyOwnsAccount), clock);
        GitHost gitHost = new GitHost(corners.database(), hosting, workspaces);
        Projects projects =
                new Projects(corners.database(), corners.announcements(), workspaces, hosting, plans, clock);
        Changes changes = new Changes(projects, hosting, plans, clock);
        PushRules pushRules = new PushRules(auth.sessions(), hosting, projects, changes);
        GitHttp<Caller> git = new GitHttp<>(repositories, pushRules, GitHttpLimits.standard());

        new HealthRoutes(clock, corners.database(), corners.objects(), () -> Files.isWritable(corners.data().repositories()))
                .routes(routes);
        new MetricsRoutes(corners.metrics(), Optional.ofNullable(settings.server().metricsToken()).map(token -> token.reveal()))
                .routes(routes);
        corners.jobs().recurring("forget-expired-sessions", Duration.ofHours(1), auth::forgetExpired);
        outbox.routes(routes);
        auth.routes(routes);
        workspaces.routes(routes);
        gitHost.routes(routes);
        projects.routes(routes);
        changes.routes(routes);

        // Spec 5.7: who is calling, what became of their invitations, whether the workspace is paid for, the log.
        List<Middleware> middleware = List.of(auth.authentication(), workspaces.invitations());
        HttpSettings http = new HttpSettings(
                settings.server().host(), settings.server().port(), publicUrl, List.of());
        Dispatch dispatch = new Dispatch(http, corners.limiter(), middleware, new Traces(corners.metrics()));
        corners.jobs().start();
        closing.add(new HttpServer(http, dispatch, routes.all(), List.of(), Map.of("/git/*", git))).start();
    }

    /** Starts everything; when a part fails, what was already open is closed again. */
    public static App start(Settings settings, InstantSource clock) {
        return new App(settings, clock);
    }

    /** How the world reaches this instance. */
    public URI publicUrl() {
        return publicUrl;
    }

    /** Every mounted route. */
    public Routes routes() {
        return routes;
    }

    @Override
    public void close() {
        closing.close();
    }
}
