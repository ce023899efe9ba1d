package cms.activity;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.workspace.Membership;
import cms.workspace.Workspaces;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes of a workspace's log, below one of its projects (spec 4.6). */
final class ActivityRoutes {
    private final Workspaces workspaces;
    private final ActivityLog log;

    ActivityRoutes(Workspaces workspaces, ActivityLog log) {
        this.workspaces = workspaces;
        this.log = log;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(
                        "/api/workspaces/{workspaceId}/projects/{projectId}/activity{?page,limit,action,sort}",
                        this::list);
    }

    private Answer list(Request request) {
        Caller caller = Caller.of(request);
        Membership member = workspaces.require(caller, request.pathParameter("workspaceId"), Capability.VIEW_ACTIVITY);
        log.requireProject(member, request.pathParameter("projectId"));
        Selection selection = Selection.parse(request);
        ActivityLog.LogPage page = log.page(caller, member, selection);
        ObjectNode json = Json.object();
        ArrayNode data = json.putArray("data");
        page.entries().forEach(entry -> data.add(json(entry, page.means())));
        return Answer.json(
                json.put("total", page.total()).put("page", selection.page()).put("limit", selection.limit()));
    }

    private static ObjectNode json(ActivityEntry entry, Map<String, String> known) {
        ObjectNode json = Json.object()
                .put("id", entry.id())
                .put("action", entry.action())
                .put("actor", entry.actor())
                .put("entity", entry.entity())
                .put("recordId", entry.recordId())
                .put("origin", entry.origin())
                .put("note", entry.note())
                .put("createdAt", entry.createdAt().toString());
        json.set("via", entry.via() == null ? null : Means.json(entry.via(), known));
        return json;
    }
}
