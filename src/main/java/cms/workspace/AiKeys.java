package cms.workspace;

import cms.access.Capability;
import cms.auth.Caller;
import cms.plan.Edition;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Model keys that people bring along (spec 4.2): each person's own, in each workspace, sealed at rest. */
public final class AiKeys {
    private static final Set<String> PROVIDERS = Set.of("anthropic", "openai");
    private static final String PURPOSE = "model-key";
    private static final int KEY_CHARS_MAX = 1_000;
    private static final int HINT_CHARS = 4;

    private final Database database;
    private final Workspaces workspaces;
    private final Plans plans;
    private final Seal seal;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final AiKeyStore store = new AiKeyStore();

    AiKeys(Database database, Workspaces workspaces, Plans plans, Seal seal, InstantSource clock) {
        this.database = database;
        this.workspaces = workspaces;
        this.plans = plans;
        this.seal = seal;
        this.clock = clock;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SESSION)
                .get("/api/workspaces/{workspaceId}/ai-keys", this::list)
                .post("/api/workspaces/{workspaceId}/ai-keys", Audit.ofMade("save_ai_key", "ai_keys"), this::put)
                .delete(
                        "/api/workspaces/{workspaceId}/ai-keys/{keyId}",
                        Audit.of("delete_ai_key", "ai_keys", "keyId"),
                        this::delete);
    }

    /** The key itself, for the agent; empty when the person has brought none of this provider. */
    public Optional<String> reveal(String workspaceId, String userId, String provider) {
        return database.read(tx -> store.findSealed(tx, workspaceId, userId, provider))
                .flatMap(closed -> seal.open(PURPOSE, closed));
    }

    /** Seals again what an earlier secret sealed, so that the earlier one can be forgotten; to be run at the start. */
    public void sealAnew() {
        database.writing(tx -> store.allSealed(tx)
                .forEach((id, closed) ->
                        seal.renewed(PURPOSE, closed).ifPresent(renewed -> store.replaceSealed(tx, id, renewed))));
    }

    private Answer list(Request request) {
        request.onlyQueries();
        Workspace workspace = permitted(request);
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        database.read(tx -> store.list(tx, workspace.id(), Caller.of(request).userId()))
                .forEach(key -> all.add(json(key)));
        return Answer.json(all);
    }

    private Answer put(Request request) {
        Workspace workspace = permitted(request);
        if (!plans.allows(workspace.plan(), Feature.AI_OWN_KEY)) {
            throw Failure.forbidden("Own model keys are not part of this workspace's plan.");
        }
        Body body = request.body().refuse("id", "key_hint", "created_at", "user_id", "workspace_id");
        String provider = body.requiredText("provider");
        String apiKey = body.requiredText("apiKey").strip();
        if (!PROVIDERS.contains(provider)) {
            throw Failure.invalid("`provider` must be anthropic or openai.");
        }
        if (apiKey.length() > KEY_CHARS_MAX || apiKey.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f)) {
            throw Failure.invalid("`apiKey` must be one line of plain characters.");
        }
        AiKey key = new AiKey(random.uuid(), provider, hint(apiKey), clock.instant());
        String sealed = seal.seal(PURPOSE, apiKey);
        return Answer.json(json(database.write(tx -> {
            AiKey stored = store.put(tx, key, workspace.id(), Caller.of(request).userId(), sealed);
            tx.concerns("ai_keys", stored.id());
            return stored;
        })));
    }

    private Answer delete(Request request) {
        Workspace workspace = permitted(request);
        String keyId = request.pathParameter("keyId");
        if (!database.write(
                tx -> store.delete(tx, keyId, workspace.id(), Caller.of(request).userId()))) {
            throw Failure.notFound("There is no such model key.");
        }
        return Answer.json(Map.of("deleted", true));
    }

    private Workspace permitted(Request request) {
        Workspace workspace = workspaces
                .require(Caller.of(request), WorkspaceRoutes.id(request), Capability.MANAGE_OWN_AI_KEYS)
                .workspace();
        if (plans.edition() == Edition.COMMUNITY) {
            throw Failure.forbidden("Own model keys need the enterprise edition.");
        }
        return workspace;
    }

    private static String hint(String apiKey) {
        return apiKey.length() <= HINT_CHARS ? "****" : "..." + apiKey.substring(apiKey.length() - HINT_CHARS);
    }

    private static ObjectNode json(AiKey key) {
        return Json.object()
                .put("id", key.id())
                .put("provider", key.provider())
                .put("key_hint", key.hint())
                .put("created_at", key.createdAt().toString());
    }
}
