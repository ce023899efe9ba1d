package cms.workspace;

import cms.plan.Edition;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** People's own model keys (spec 4.2), for each person in each workspace, sealed at rest. */
public final class AiKeys {
    private static final Set<String> PROVIDERS = Set.of("anthropic", "openai");
    private static final String PURPOSE = "model-key";
    private static final int KEY_CHARS_MAX = 1_000;
    private static final int HINT_CHARS = 4;

    /**
     * A key as it is shown; the key itself never leaves the service again.
     *
     * @param provider {@code anthropic} or {@code openai}
     * @param hint the last characters, {@code ...abcd}
     */
    record AiKey(String id, String provider, String hint, Instant createdAt) {}

    private final Database database;
    private final Plans plans;
    private final Seal seal;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final AiKeyStore store = new AiKeyStore();

    AiKeys(Database database, Plans plans, Seal seal, InstantSource clock) {
        this.database = database;
        this.plans = plans;
        this.seal = seal;
        this.clock = clock;
    }

    /** The key itself, for the agent; empty when the person has none of this provider. */
    public Optional<String> reveal(String workspaceId, String userId, String provider) {
        return database.read(tx -> store.findSealed(tx, workspaceId, userId, provider))
                .flatMap(closed -> seal.open(PURPOSE, closed));
    }

    /** Seals anew the keys that an earlier secret sealed, so that it can be removed; called at the start. */
    public void sealAnew() {
        database.writing(tx -> store.allSealed(tx)
                .forEach((id, closed) ->
                        seal.renewed(PURPOSE, closed).ifPresent(renewed -> store.replaceSealed(tx, id, renewed))));
    }

    /** @throws Failure FORBIDDEN in an edition whose operator provides the models */
    void requireEdition() {
        if (plans.edition() == Edition.COMMUNITY) {
            throw Failure.forbidden("Own model keys need the enterprise edition.");
        }
    }

    /** @throws Failure FORBIDDEN where the plan has no own keys */
    void requirePlan(Workspace workspace) {
        if (!plans.allows(workspace.plan(), Feature.AI_OWN_KEY)) {
            throw Failure.forbidden("Own model keys are not part of this workspace's plan.");
        }
    }

    /** The keys of a person in a workspace, oldest first. */
    List<AiKey> list(Workspace workspace, String userId) {
        return database.read(tx -> store.list(tx, workspace.id(), userId));
    }

    /**
     * Seals and keeps a key; it replaces the person's other one of the same provider.
     *
     * @throws Failure INVALID for another provider, or for a text that cannot be a key
     */
    AiKey put(Workspace workspace, String userId, String provider, String apiKey) {
        if (!PROVIDERS.contains(provider)) {
            throw Failure.invalid("`provider` must be anthropic or openai.");
        }
        if (apiKey.length() > KEY_CHARS_MAX || apiKey.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f)) {
            throw Failure.invalid("`apiKey` must be one line of plain characters.");
        }
        AiKey key = new AiKey(random.uuid(), provider, hint(apiKey), clock.instant());
        String sealed = seal.seal(PURPOSE, apiKey);
        return database.write(tx -> {
            AiKey stored = store.put(tx, key, workspace.id(), userId, sealed);
            tx.concerns("ai_keys", stored.id());
            return stored;
        });
    }

    /** @throws Failure NOT_FOUND for a key that is not this person's in this workspace */
    void delete(Workspace workspace, String userId, String keyId) {
        if (!database.write(tx -> store.delete(tx, keyId, workspace.id(), userId))) {
            throw Failure.notFound("There is no such model key.");
        }
    }

    private static String hint(String apiKey) {
        return apiKey.length() <= HINT_CHARS ? "****" : "..." + apiKey.substring(apiKey.length() - HINT_CHARS);
    }
}
