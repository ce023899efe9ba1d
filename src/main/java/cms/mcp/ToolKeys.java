package cms.mcp;

import cms.apikeys.ApiKey;
import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.MintedKey;
import cms.apikeys.NewKey;
import cms.mcp.call.CallLog;
import cms.mcp.tools.Tools;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.instance.Instance;
import cms.project.Project;
import cms.project.Projects;
import cms.workspace.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** The keys of remote tools in a workspace, each for one project, with their tools and limits. */
final class ToolKeys {
    /** Tool names that the list of a key may contain. */
    static final Set<String> TOOLS = Set.copyOf(Tools.names());

    private final Instance instance;
    private final Plans plans;
    private final Projects projects;
    private final ApiKeys keys;
    private final KeyStore store;
    private final CallLog log;

    ToolKeys(Instance instance, Plans plans, Projects projects, ApiKeys keys, KeyStore store, CallLog log) {
        this.instance = instance;
        this.plans = plans;
        this.projects = projects;
        this.keys = keys;
        this.store = store;
        this.log = log;
    }

    /** @param calls number of calls in this month (UTC) */
    record Listed(ApiKey key, KeySettings settings, long calls) {}

    /** The active keys, newest first. */
    List<Listed> list(Workspace workspace, Optional<String> projectId) {
        List<ApiKey> found = keys.listInWorkspace(workspace.id(), KeyKind.MCP).stream()
                .filter(key -> projectId.map(key.projectId()::equals).orElse(true))
                .toList();
        return database().read(tx -> {
            Map<String, KeySettings> settings = store.ofWorkspace(tx, workspace.id());
            Map<String, Long> calls = log.callsThisMonth(
                    tx, found.stream().map(ToolKeys::credential).toList());
            List<Listed> listed = new ArrayList<>();
            for (ApiKey key : found) {
                KeySettings known = settings.get(key.id());
                if (known != null) {
                    listed.add(new Listed(key, known, calls.getOrDefault(credential(key), 0L)));
                }
            }
            return listed;
        });
    }

    /** @throws Failure FORBIDDEN where the plan has no remote tools */
    void requirePlan(Workspace workspace) {
        if (!plans.allows(workspace.plan(), Feature.API_MCP_CLOUD)) {
            throw Failure.forbidden("Remote tools are not part of this workspace's plan.");
        }
    }

    /**
     * Makes a key, whose secret is shown only in this answer.
     *
     * @param maker id of the person in whose name the key works
     * @throws Failure NOT_FOUND for a project of another workspace, FORBIDDEN when the plan grants no further key
     */
    MintedKey mint(Workspace workspace, String projectId, KeySettings settings, String maker) {
        Project project = projects.find(projectId)
                .filter(found -> found.workspaceId().equals(workspace.id()))
                .orElseThrow(() -> Failure.notFound("There is no such project in this workspace."));
        NewKey wanted = new NewKey(KeyKind.MCP, workspace.id(), project.id(), settings.name(), Set.of(), maker);
        return projects.access().write(project.id(), tx -> {
            MintedKey key = keys.mint(tx, wanted, plans.amount(workspace.plan(), Limit.API_MCP_KEYS));
            store.put(tx, key.key().id(), workspace.id(), project.id(), settings);
            return key;
        });
    }

    /** @throws Failure NOT_FOUND for a key that does not belong to the workspace or was revoked */
    ApiKey key(Workspace workspace, String id) {
        return find(workspace, id).orElseThrow(ToolKeys::noKey);
    }

    private Optional<ApiKey> find(Workspace workspace, String id) {
        return keys.listInWorkspace(workspace.id(), KeyKind.MCP).stream()
                .filter(key -> key.id().equals(id))
                .findFirst();
    }

    /** Changes what the body names in the stored settings of a key and notifies every instance. */
    Listed change(Workspace workspace, String id, Body body) {
        ApiKey key = body.targeting(
                find(workspace, id), sent -> KeySettings.standard("any").changed(sent, TOOLS), ToolKeys::noKey);
        KeySettings settings = database().write(tx -> {
            store.lock(tx, key.id());
            KeySettings known =
                    store.findActive(tx, key.id()).orElseThrow(ToolKeys::noKey).settings();
            KeySettings wanted = known.changed(body, TOOLS);
            store.put(tx, key.id(), key.workspaceId(), key.projectId(), wanted);
            tx.concerns("api_keys", key.id());
            instance.signals().send(tx, new RemoteTools.KeyChanged(key.id()));
            return wanted;
        });
        long calls = database()
                .read(tx -> log.callsThisMonth(tx, List.of(credential(key))))
                .getOrDefault(credential(key), 0L);
        return new Listed(key, settings, calls);
    }

    /** Revokes a key at once. */
    void revoke(ApiKey key) {
        keys.revoke(key.projectId(), KeyKind.MCP, key.id());
    }

    /** The newest calls of a key in the format of answers. */
    ObjectNode calls(ApiKey key, int limit) {
        return database().read(tx -> log.newest(tx, credential(key), limit));
    }

    private Database database() {
        return instance.database();
    }

    /** The credential of a key in the log. */
    private static String credential(ApiKey key) {
        return KeyCallers.credential(key.id());
    }

    private static Failure noKey() {
        return Failure.notFound("There is no such key.");
    }
}
