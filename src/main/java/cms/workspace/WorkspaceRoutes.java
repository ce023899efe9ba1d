package cms.workspace;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Workspaces over HTTP (spec 4.2, reference 3.1). */
final class WorkspaceRoutes {
    private static final String[] SERVER_OWNED = {
        "id", "type", "plan", "role", "owner_id", "github_installation_id", "created_at"
    };

    private final Workspaces workspaces;
    private final Members members;
    private final Function<String, Optional<ObjectNode>> paymentAccounts;

    WorkspaceRoutes(Workspaces workspaces, Members members, Function<String, Optional<ObjectNode>> paymentAccounts) {
        this.workspaces = workspaces;
        this.members = members;
        this.paymentAccounts = paymentAccounts;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SESSION)
                .get("/api/workspaces", this::list)
                .post("/api/workspaces", Audit.ofMade("create_workspace", "workspaces"), this::create)
                .get("/api/workspaces/{workspaceId}", this::details)
                .patch(
                        "/api/workspaces/{workspaceId}",
                        Audit.of("update_workspace", "workspaces", "workspaceId"),
                        this::update)
                .delete(
                        "/api/workspaces/{workspaceId}",
                        Audit.of("delete_workspace", "workspaces", "workspaceId"),
                        this::delete)
                .post(
                        "/api/workspaces/{workspaceId}/transfer-owner",
                        Audit.of("transfer_workspace", "workspaces", "workspaceId"),
                        this::transfer)
                .get("/api/profile/owned-workspaces", this::owned);
    }

    private Answer list(Request request) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        workspaces.of(Caller.of(request)).forEach(membership -> all.add(json(membership)));
        return Answer.json(all);
    }

    private Answer create(Request request) {
        Body body = request.body().refuse(SERVER_OWNED);
        String name = Workspace.parseName(body.requiredText("name"));
        String slug = Workspace.parseSlug(body.requiredText("slug"));
        return Answer.json(json(workspaces.create(Caller.of(request), name, slug)));
    }

    private Answer details(Request request) {
        Membership membership = workspaces.require(Caller.of(request), id(request), Capability.VIEW_WORKSPACE);
        ObjectNode answer = json(membership);
        answer.set("workspace_members", MemberRoutes.json(members.list(id(request))));
        answer.set("payment_account", paymentAccounts.apply(id(request)).orElse(null));
        return Answer.json(answer);
    }

    private Answer update(Request request) {
        Caller caller = Caller.of(request);
        Workspace stored = workspaces
                .require(caller, id(request), Capability.EDIT_WORKSPACE)
                .workspace();
        Body body = request.body().refuse(SERVER_OWNED);
        Optional<String> name = body.text("name").map(stored::renamed);
        Optional<String> slug = body.text("slug").map(Workspace::parseSlug);
        if (name.isEmpty() && slug.isEmpty()) {
            throw Failure.invalid("There is nothing to change; send `name` or `slug`.");
        }
        return Answer.json(json(workspaces.update(caller, id(request), name, slug)));
    }

    private Answer delete(Request request) {
        workspaces.delete(Caller.of(request), id(request));
        return Answer.json(Map.of("deleted", true));
    }

    private Answer transfer(Request request) {
        Caller caller = Caller.of(request);
        workspaces.require(caller, id(request), Capability.TRANSFER_OWNERSHIP);
        workspaces.transfer(caller, id(request), request.body().requiredText("newOwnerId"));
        return Answer.json(Map.of("transferred", true));
    }

    private Answer owned(Request request) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (Workspace workspace : workspaces.sharedOwnedBy(Caller.of(request))) {
            List<WorkspaceMember> inIt = members.list(workspace.id());
            all.add(json(workspace).set("workspace_members", MemberRoutes.json(inIt)));
        }
        return Answer.json(all);
    }

    private static ObjectNode json(Membership membership) {
        String role = membership.role().key();
        ObjectNode access = Json.object().put("role", role);
        membership.rights().all().forEach(capability -> access.withArray("may").add(capability.key()));
        ObjectNode answer = json(membership.workspace()).put("role", role);
        answer.set("access", access);
        return answer;
    }

    private static ObjectNode json(Workspace workspace) {
        return Json.object()
                .put("id", workspace.id())
                .put("name", workspace.name())
                .put("slug", workspace.slug())
                .put("type", workspace.type().key())
                .put("plan", workspace.plan().key())
                .put("owner_id", workspace.ownerId())
                .put("github_installation_id", workspace.installationId())
                .put("created_at", workspace.createdAt().toString());
    }

    static String id(Request request) {
        return request.pathParameter("workspaceId");
    }
}
