package cms.workspace;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.workspace.AiKeys.AiKey;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code W/ai-keys}: the caller's own model keys (spec 4.2). */
final class AiKeyRoutes {
    private static final String KEYS = "/api/workspaces/{workspaceId}/ai-keys";

    private final Workspaces workspaces;
    private final AiKeys keys;

    AiKeyRoutes(Workspaces workspaces, AiKeys keys) {
        this.workspaces = workspaces;
        this.keys = keys;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SESSION)
                .get(KEYS, this::list)
                .post(KEYS, Audit.ofMade("save_ai_key", "ai_keys"), this::put)
                .delete(KEYS + "/{keyId}", Audit.of("delete_ai_key", "ai_keys", "keyId"), this::delete);
    }

    private Answer list(Request request) {
        Workspace workspace = permitted(request);
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        keys.list(workspace, Caller.of(request).userId()).forEach(key -> all.add(json(key)));
        return Answer.json(all);
    }

    private Answer put(Request request) {
        Workspace workspace = permitted(request);
        keys.requirePlan(workspace);
        Body body = request.body().refuse("id", "key_hint", "created_at", "user_id", "workspace_id");
        String provider = body.requiredText("provider");
        String apiKey = body.requiredText("apiKey").strip();
        return Answer.json(json(keys.put(workspace, Caller.of(request).userId(), provider, apiKey)));
    }

    private Answer delete(Request request) {
        keys.delete(permitted(request), Caller.of(request).userId(), request.pathParameter("keyId"));
        return Answer.json(Map.of("deleted", true));
    }

    private Workspace permitted(Request request) {
        Workspace workspace = workspaces
                .require(Caller.of(request), WorkspaceRoutes.id(request), Capability.MANAGE_OWN_AI_KEYS)
                .workspace();
        keys.requireEdition();
        return workspace;
    }

    private static ObjectNode json(AiKey key) {
        return Json.object()
                .put("id", key.id())
                .put("provider", key.provider())
                .put("key_hint", key.hint())
                .put("created_at", key.createdAt().toString());
    }
}
