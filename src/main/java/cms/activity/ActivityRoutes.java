package cms.activity;

import cms.access.Capability;
import cms.access.WorkspaceRole;
import cms.auth.Caller;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Projects;
import cms.review.Changes;
import cms.workspace.Membership;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The log of a workspace, asked for at one of its projects (spec 4.6). */
final class ActivityRoutes {
    private static final int LOOKED_AT_MAX = 10_000;

    private final Database database;
    private final Workspaces workspaces;
    private final Projects projects;
    private final ActivityStore store;
    private final Changes changes;
    private final Means.Names names;

    ActivityRoutes(
            Database database,
            Workspaces workspaces,
            Projects projects,
            ActivityStore store,
            Changes changes,
            Means.Names names) {
        this.database = database;
        this.workspaces = workspaces;
        this.projects = projects;
        this.store = store;
        this.changes = changes;
        this.names = names;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION).get("/api/workspaces/{workspaceId}/projects/{projectId}/activity", this::list);
    }

    private Answer list(Request request) {
        String workspaceId = request.pathParameter("workspaceId");
        Membership membership = workspaces.require(Caller.of(request), workspaceId, Capability.VIEW_ACTIVITY);
        if (projects.find(request.pathParameter("projectId"))
                .filter(project -> project.workspaceId().equals(workspaceId))
                .isEmpty()) {
            throw Failure.notFound("There is no such project in this workspace.");
        }
        Selection selection = Selection.parse(request);
        changes.publishPending();
        Visible visible = membership.role().isAtLeast(WorkspaceRole.ADMIN)
                ? Visible.all()
                : Visible.in(projects.standings(Caller.of(request), workspaceId));
        return Answer.json(database.read(tx -> visible.isAll()
                ? answer(
                        tx,
                        store.page(tx, workspaceId, selection),
                        store.count(tx, workspaceId, selection.action()),
                        selection)
                : part(tx, store.first(tx, workspaceId, selection, LOOKED_AT_MAX), visible, selection)));
    }

    /** A caller with limited rights gets those of the newest ten thousand entries that these rights cover. */
    private ObjectNode part(Tx tx, List<Entry> first, Visible visible, Selection selection) {
        List<Entry> shown = first.stream().filter(visible::shows).toList();
        List<Entry> page =
                shown.stream().skip(selection.offset()).limit(selection.limit()).toList();
        return answer(tx, page, shown.size(), selection);
    }

    private ObjectNode answer(Tx tx, List<Entry> page, long total, Selection selection) {
        ObjectNode json = Json.object();
        ArrayNode data = json.putArray("data");
        Map<String, String> known = names.of(
                tx,
                page.stream()
                        .flatMap(entry -> Optional.ofNullable(entry.via()).stream())
                        .collect(Collectors.toSet()));
        page.forEach(entry -> data.add(json(entry, known)));
        return json.put("total", total).put("page", selection.page()).put("limit", selection.limit());
    }

    private static ObjectNode json(Entry entry, Map<String, String> known) {
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
