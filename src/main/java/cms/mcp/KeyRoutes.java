package cms.mcp;

import cms.access.Capability;
import cms.apikeys.ApiKey;
import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.MintedKey;
import cms.apikeys.NewKey;
import cms.auth.Caller;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Project;
import cms.project.Projects;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keys of remote tools, as people manage them (spec 4.3). */
final class KeyRoutes {
    private static final String KEYS = "/api/workspaces/{workspaceId}/mcp-cloud-keys";
    private static final String KEY = KEYS + "/{keyId}";
    private static final int CALLS_SHOWN = 20;
    private static final int CALLS_SHOWN_MAX = 100;

    private final Database database;
    private final Workspaces workspaces;
    private final Projects projects;
    private final ApiKeys keys;
    private final Plans plans;
    private final Rows rows;

    /**
     * What is kept about keys beside the keys themselves.
     *
     * @param tools the names that a list of tools may hold
     * @param changed is told the id of a key whose settings are other ones now
     */
    record Rows(KeyStore settings, CallLog calls, Set<String> tools, BiConsumer<Tx, String> changed) {}

    KeyRoutes(Database database, Workspaces workspaces, Projects projects, ApiKeys keys, Plans plans, Rows rows) {
        this.database = database;
        this.workspaces = workspaces;
        this.projects = projects;
        this.keys = keys;
        this.plans = plans;
        this.rows = rows;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(KEYS, this::list)
                .post(KEYS, Audit.ofMade("create_mcp_key", "api_keys"), this::mint)
                .patch(KEY, Audit.of("update_mcp_key", "api_keys", "keyId"), this::change)
                .delete(KEY, Audit.of("revoke_mcp_key", "api_keys", "keyId"), this::revoke)
                .get(KEY + "/calls", this::calls);
    }

    private Answer list(Request request) {
        request.onlyQueries("projectId");
        Workspace workspace = workspace(request, Capability.VIEW_MCP_KEYS);
        List<ApiKey> found = keys.listInWorkspace(workspace.id(), KeyKind.MCP).stream()
                .filter(key ->
                        request.query("projectId").map(key.projectId()::equals).orElse(true))
                .toList();
        return database.read(tx -> {
            Map<String, KeySettings> settings = rows.settings().ofWorkspace(tx, workspace.id());
            Map<String, Long> calls = rows.calls()
                    .callsThisMonth(
                            tx, found.stream().map(KeyRoutes::credential).toList());
            ObjectNode json = Json.object();
            ArrayNode all = json.putArray("keys");
            for (ApiKey key : found) {
                if (settings.containsKey(key.id())) {
                    all.add(row(key, settings.get(key.id()), calls.getOrDefault(credential(key), 0L)));
                }
            }
            return Answer.json(json);
        });
    }

    private Answer mint(Request request) {
        Workspace workspace = workspace(request, Capability.MANAGE_MCP_KEYS);
        requirePlan(workspace);
        Body body = request.body();
        String projectId = body.requiredText("projectId");
        KeySettings settings = KeySettings.parse(body, rows.tools());
        Project project = projects.find(projectId)
                .filter(found -> found.workspaceId().equals(workspace.id()))
                .orElseThrow(() -> Failure.notFound("There is no such project in this workspace."));
        NewKey wanted = new NewKey(
                KeyKind.MCP,
                workspace.id(),
                project.id(),
                settings.name(),
                Set.of(),
                Caller.of(request).userId());
        MintedKey minted = database.write(tx -> {
            MintedKey key = keys.mint(tx, wanted, plans.amount(workspace.plan(), Limit.API_MCP_KEYS));
            rows.settings().put(tx, key.key().id(), workspace.id(), project.id(), settings);
            return key;
        });
        return Answer.json(shown(minted, settings)).showingSecretOf(minted.key().id());
    }

    private Answer change(Request request) {
        Workspace workspace = workspace(request, Capability.MANAGE_MCP_KEYS);
        Body body = request.body();
        if (body.has("projectId")) {
            throw Failure.invalid("`projectId` of a key cannot be changed; make a new key for the other project.");
        }
        KeySettings.standard("any").changed(body, rows.tools()); // what is wrong with it is said before what it is for
        ApiKey key = find(workspace, request);
        KeySettings settings = database.write(tx -> {
            KeySettings known = rows.settings()
                    .findActive(tx, key.id())
                    .orElseThrow(KeyRoutes::noKey)
                    .settings();
            KeySettings wanted = known.changed(body, rows.tools());
            rows.settings().put(tx, key.id(), workspace.id(), key.projectId(), wanted);
            tx.concerns("api_keys", key.id());
            rows.changed().accept(tx, key.id());
            return wanted;
        });
        long calls = database.read(tx -> rows.calls().callsThisMonth(tx, List.of(credential(key))))
                .getOrDefault(credential(key), 0L);
        return Answer.json(row(key, settings, calls));
    }

    private Answer revoke(Request request) {
        Workspace workspace = workspace(request, Capability.MANAGE_MCP_KEYS);
        ApiKey key = find(workspace, request);
        keys.revoke(key.projectId(), KeyKind.MCP, key.id());
        return Answer.json(Map.of("revoked", true));
    }

    private Answer calls(Request request) {
        request.onlyQueries("limit");
        Workspace workspace = workspace(request, Capability.VIEW_MCP_KEYS);
        ApiKey key = find(workspace, request);
        return Answer.json(database.read(tx -> rows.calls().newest(tx, credential(key), limit(request))));
    }

    /** How many calls are shown: 20, at most 100. */
    static int limit(Request request) {
        return request.number("limit", CALLS_SHOWN, CALLS_SHOWN_MAX);
    }

    private Workspace workspace(Request request, Capability capability) {
        return workspaces
                .require(Caller.of(request), request.pathParameter("workspaceId"), capability)
                .workspace();
    }

    private void requirePlan(Workspace workspace) {
        if (!plans.allows(workspace.plan(), Feature.API_MCP_CLOUD)) {
            throw Failure.forbidden("Remote tools are not part of this workspace's plan.");
        }
    }

    private ApiKey find(Workspace workspace, Request request) {
        String id = request.pathParameter("keyId");
        return keys.listInWorkspace(workspace.id(), KeyKind.MCP).stream()
                .filter(key -> key.id().equals(id))
                .findFirst()
                .orElseThrow(KeyRoutes::noKey);
    }

    /** What the log calls a key. */
    private static String credential(ApiKey key) {
        return KeyCallers.credential(key.id());
    }

    private static Failure noKey() {
        return Failure.notFound("There is no such key.");
    }

    private static ObjectNode row(ApiKey key, KeySettings settings, long calls) {
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
                .put("calls_this_month", calls);
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
