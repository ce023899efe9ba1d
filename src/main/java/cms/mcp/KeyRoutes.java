package cms.mcp;

import cms.access.Capability;
import cms.apikeys.ApiKey;
import cms.apikeys.MintedKey;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keys of remote tools, as people manage them (spec 4.3). */
final class KeyRoutes {
    private static final String KEYS = "/api/workspaces/{workspaceId}/mcp-cloud-keys";
    private static final String KEY = KEYS + "/{keyId}";
    private static final int CALLS_SHOWN = 20;
    private static final int CALLS_SHOWN_MAX = 100;

    private final Workspaces workspaces;
    private final ToolKeys keys;

    KeyRoutes(Workspaces workspaces, ToolKeys keys) {
        this.workspaces = workspaces;
        this.keys = keys;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(KEYS + "{?projectId}", this::list)
                .post(KEYS, Audit.ofMade("create_mcp_key", "api_keys"), this::mint)
                .patch(KEY, Audit.of("update_mcp_key", "api_keys", "keyId"), this::change)
                .delete(KEY, Audit.of("revoke_mcp_key", "api_keys", "keyId"), this::revoke)
                .get(KEY + "/calls{?limit}", this::calls);
    }

    private Answer list(Request request) {
        Workspace workspace = workspace(request, Capability.VIEW_MCP_KEYS);
        ObjectNode json = Json.object();
        ArrayNode all = json.putArray("keys");
        keys.list(workspace, request.query("projectId")).forEach(listed -> all.add(row(listed)));
        return Answer.json(json);
    }

    private Answer mint(Request request) {
        Workspace workspace = workspace(request, Capability.MANAGE_MCP_KEYS);
        keys.requirePlan(workspace);
        Body body = request.body();
        String projectId = body.requiredText("projectId");
        KeySettings settings = KeySettings.parse(body, ToolKeys.TOOLS);
        MintedKey minted =
                keys.mint(workspace, projectId, settings, Caller.of(request).userId());
        return Answer.json(shown(minted, settings)).showingSecretOf(minted.key().id());
    }

    private Answer change(Request request) {
        Workspace workspace = workspace(request, Capability.MANAGE_MCP_KEYS);
        Body body = request.body();
        if (body.has("projectId")) {
            throw Failure.invalid("`projectId` of a key cannot be changed; make a new key for the other project.");
        }
        return Answer.json(row(keys.change(workspace, request.pathParameter("keyId"), body)));
    }

    private Answer revoke(Request request) {
        keys.revoke(key(workspace(request, Capability.MANAGE_MCP_KEYS), request));
        return Answer.json(Map.of("revoked", true));
    }

    /** The calls name branches, and so models and projects that a member may not see: they are for admins. */
    private Answer calls(Request request) {
        Workspace workspace = workspace(request, Capability.MANAGE_MCP_KEYS);
        ApiKey key = key(workspace, request);
        return Answer.json(keys.calls(key, limit(request)));
    }

    /** Number of calls to show: 20, at most 100. */
    static int limit(Request request) {
        return request.number("limit", CALLS_SHOWN, CALLS_SHOWN_MAX);
    }

    private ApiKey key(Workspace workspace, Request request) {
        return keys.key(workspace, request.pathParameter("keyId"));
    }

    private Workspace workspace(Request request, Capability capability) {
        return workspaces
                .require(Caller.of(request), request.pathParameter("workspaceId"), capability)
                .workspace();
    }

    private static ObjectNode row(ToolKeys.Listed listed) {
        ApiKey key = listed.key();
        KeySettings settings = listed.settings();
        ObjectNode json = Json.object()
                .put("id", key.id())
                .put("name", settings.name())
                .put("key_prefix", key.keyPrefix())
                .put("project_id", key.projectId());
        settings.allowedTools().forEach(json.putArray("allowed_tools")::add);
        json.put("media_enabled", settings.mediaEnabled())
                .put("rate_limit_per_minute", settings.callsPerMinute())
                .put("monthly_call_limit", settings.callsPerMonth());
        return json.put(
                        "last_used_at",
                        key.lastUsedAt() == null ? null : key.lastUsedAt().toString())
                .put("created_at", key.createdAt().toString())
                .put("calls_this_month", listed.calls());
    }

    private static ObjectNode shown(MintedKey minted, KeySettings settings) {
        ApiKey key = minted.key();
        ObjectNode json = Json.object()
                .put("id", key.id())
                .put("key", minted.plainText())
                .put("keyPrefix", key.keyPrefix())
                .put("name", settings.name())
                .put("projectId", key.projectId());
        settings.allowedTools().forEach(json.putArray("allowedTools")::add);
        return json.put("mediaEnabled", settings.mediaEnabled())
                .put("rateLimitPerMinute", settings.callsPerMinute())
                .put("monthlyCallLimit", settings.callsPerMonth())
                .put("createdAt", key.createdAt().toString());
    }
}
