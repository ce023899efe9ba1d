package cms.mcp;

import cms.access.Capability;
import cms.auth.Caller;
import cms.mcp.apps.AppScope;
import cms.mcp.apps.ConnectedApp;
import cms.mcp.apps.ConnectedApps;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Project;
import cms.project.Projects;
import cms.workspace.Membership;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The apps that people have connected to a workspace (spec 4.4): owner and admins see all, members their own. */
final class ConnectedAppRoutes {
    private static final String APPS = "/api/workspaces/{workspaceId}/connected-apps";
    private static final String APP = APPS + "/{grantId}";

    private final Database database;
    private final Workspaces workspaces;
    private final Projects projects;
    private final Optional<ConnectedApps> apps;
    private final CallLog log;

    /** @param apps empty where people cannot connect any */
    ConnectedAppRoutes(
            Database database, Workspaces workspaces, Projects projects, Optional<ConnectedApps> apps, CallLog log) {
        this.database = database;
        this.workspaces = workspaces;
        this.projects = projects;
        this.apps = apps;
        this.log = log;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(APPS, this::list)
                .delete(APP, Audit.of("revoke_connected_app", "connected_apps", "grantId"), this::revoke)
                .get(APP + "/calls", this::calls);
    }

    private Answer list(Request request) {
        request.onlyQueries();
        Membership member = member(request);
        ObjectNode json = Json.object()
                .put("enabled", apps.isPresent())
                .put("endpoint", apps.map(ConnectedApps::endpoint).orElse(null));
        ArrayNode grants = json.putArray("grants");
        String self = Caller.of(request).userId();
        database.read(tx -> {
            List<ConnectedApp> shown = good(tx, member).stream()
                    .filter(app -> app.userId().equals(self) || seesAll(member))
                    .toList();
            Map<String, Long> calls = log.callsThisMonth(
                    tx,
                    shown.stream().map(app -> AppCallers.credential(app.id())).toList());
            for (ConnectedApp app : shown) {
                grants.add(row(tx, app, calls.getOrDefault(AppCallers.credential(app.id()), 0L))
                        .put("mine", app.userId().equals(self)));
            }
            return shown;
        });
        return Answer.json(json);
    }

    private Answer revoke(Request request) {
        Membership member = member(request);
        database.writing(tx -> {
            ConnectedApp app = find(tx, member, request);
            requireOwn(app, member, request);
            tx.concerns("connected_apps", app.id());
            apps.orElseThrow(ConnectedAppRoutes::noApp).end(tx, app);
        });
        return Answer.json(Map.of("revoked", true));
    }

    private Answer calls(Request request) {
        request.onlyQueries("limit");
        Membership member = member(request);
        int limit = KeyRoutes.limit(request);
        return Answer.json(database.read(tx -> {
            ConnectedApp app = find(tx, member, request);
            requireOwn(app, member, request);
            return log.newest(tx, AppCallers.credential(app.id()), limit);
        }));
    }

    private Membership member(Request request) {
        return workspaces.require(
                Caller.of(request), request.pathParameter("workspaceId"), Capability.USE_CONNECTED_APPS);
    }

    private List<ConnectedApp> good(Tx tx, Membership member) {
        return apps.map(known -> known.ofWorkspace(tx, member.workspace().id())).orElse(List.of());
    }

    private ConnectedApp find(Tx tx, Membership member, Request request) {
        String id = request.pathParameter("grantId");
        return good(tx, member).stream()
                .filter(app -> app.id().equals(id))
                .findFirst()
                .orElseThrow(ConnectedAppRoutes::noApp);
    }

    private static void requireOwn(ConnectedApp app, Membership member, Request request) {
        if (!app.userId().equals(Caller.of(request).userId())) {
            member.require(Capability.MANAGE_CONNECTED_APPS);
        }
    }

    private static boolean seesAll(Membership member) {
        return member.rights().may(Capability.MANAGE_CONNECTED_APPS);
    }

    private ObjectNode row(Tx tx, ConnectedApp app, long calls) {
        ObjectNode json = Json.object()
                .put("grantId", app.id())
                .put("clientHost", app.clientHost())
                .put("clientName", app.clientName())
                .putNull("logoUri")
                .put("projectId", app.projectId())
                .put(
                        "projectRepo",
                        projects.find(tx, app.projectId())
                                .map(Project::repoFullName)
                                .orElse(null));
        app.scopes().stream().sorted().map(AppScope::wireName).forEach(json.putArray("scopes")::add);
        return json.put("createdAt", app.createdAt().toString())
                .put(
                        "lastUsedAt",
                        app.lastUsedAt() == null ? null : app.lastUsedAt().toString())
                .put("callsThisMonth", calls);
    }

    private static Failure noApp() {
        return Failure.notFound("There is no such connected app.");
    }
}
