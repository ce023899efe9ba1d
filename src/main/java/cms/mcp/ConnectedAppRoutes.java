package cms.mcp;

import cms.access.Capability;
import cms.auth.Caller;
import cms.mcp.apps.AppScope;
import cms.mcp.apps.ConnectedApp;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.workspace.Membership;
import cms.workspace.Workspaces;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The apps that people have connected to a workspace (spec 4.4). */
final class ConnectedAppRoutes {
    private static final String APPS = "/api/workspaces/{workspaceId}/connected-apps";
    private static final String APP = APPS + "/{grantId}";

    private final Workspaces workspaces;
    private final WorkspaceApps apps;

    ConnectedAppRoutes(Workspaces workspaces, WorkspaceApps apps) {
        this.workspaces = workspaces;
        this.apps = apps;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(APPS, this::list)
                .delete(APP, Audit.of("revoke_connected_app", "connected_apps", "grantId"), this::revoke)
                .get(APP + "/calls{?limit}", this::calls);
    }

    private Answer list(Request request) {
        Membership member = member(request);
        String self = Caller.of(request).userId();
        ObjectNode json = Json.object()
                .put("enabled", apps.endpoint().isPresent())
                .put("endpoint", apps.endpoint().orElse(null));
        ArrayNode grants = json.putArray("grants");
        apps.list(member, self)
                .forEach(listed ->
                        grants.add(row(listed).put("mine", listed.app().userId().equals(self))));
        return Answer.json(json);
    }

    private Answer revoke(Request request) {
        apps.revoke(member(request), Caller.of(request).userId(), id(request));
        return Answer.json(Map.of("revoked", true));
    }

    private Answer calls(Request request) {
        Membership member = member(request);
        int limit = KeyRoutes.limit(request);
        return Answer.json(apps.calls(member, Caller.of(request).userId(), id(request), limit));
    }

    private Membership member(Request request) {
        return workspaces.require(
                Caller.of(request), request.pathParameter("workspaceId"), Capability.USE_CONNECTED_APPS);
    }

    private static String id(Request request) {
        return request.pathParameter("grantId");
    }

    private static ObjectNode row(WorkspaceApps.Listed listed) {
        ConnectedApp app = listed.app();
        ObjectNode json = Json.object()
                .put("grantId", app.id())
                .put("clientHost", app.clientHost())
                .put("clientName", app.clientName())
                .putNull("logoUri")
                .put("projectId", app.projectId())
                .put("projectRepo", listed.repository().orElse(null));
        app.scopes().stream().sorted().map(AppScope::wireName).forEach(json.putArray("scopes")::add);
        return json.put("createdAt", app.createdAt().toString())
                .put(
                        "lastUsedAt",
                        app.lastUsedAt() == null ? null : app.lastUsedAt().toString())
                .put("callsThisMonth", listed.calls());
    }
}
