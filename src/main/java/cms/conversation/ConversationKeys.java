package cms.conversation;

import cms.agent.Agent;
import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.MintedKey;
import cms.apikeys.NewKey;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.instance.Instance;
import cms.project.Project;
import cms.project.Projects;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys of programs that talk to the agent about a project, with their rights and limits. */
final class ConversationKeys {
    private final Instance instance;
    private final Projects projects;
    private final ApiKeys keys;
    private final Plans plans;
    private final Agent agent;
    private final int ratePerMinute;
    private final KeyStore store = new KeyStore();

    /** @param ratePerMinute rate of a key without one of its own */
    ConversationKeys(Instance instance, Projects projects, ApiKeys keys, Plans plans, Agent agent, int ratePerMinute) {
        this.instance = instance;
        this.projects = projects;
        this.keys = keys;
        this.plans = plans;
        this.agent = agent;
        this.ratePerMinute = ratePerMinute;
    }

    /** @param plainText text of the key, which is shown only now */
    record Made(KeyRow row, String plainText) {}

    /** The keys of a project, revoked ones included. */
    List<KeyRow> list(Project project) {
        keys.flush();
        return database()
                .read(tx ->
                        store.list(tx, project.id(), KeyHolder.month(instance).begin()));
    }

    /** @throws Failure FORBIDDEN where the plan has no such keys */
    void requirePlan(Project project) {
        if (!plans.allows(projects.workspaceOf(project).plan(), Feature.API_CONVERSATION)) {
            throw Failure.forbidden("Conversation keys are not part of this workspace's plan.");
        }
    }

    /**
     * Makes a key, with the workspace's default model where the body names none.
     *
     * @param maker id of the person in whose name the key works
     * @throws Failure INVALID for invalid settings, FORBIDDEN when the plan grants no further key
     */
    Made mint(Project project, Body body, String maker) {
        var workspace = projects.workspaceOf(project);
        KeySettings parsed = KeySettings.parse(body, ratePerMinute, agent.toolNames());
        KeySettings settings = body.has("aiModel")
                ? parsed
                : parsed.answeredBy(agent.modelFor(workspace).orElse(null));
        NewKey wanted =
                new NewKey(KeyKind.CONVERSATION, project.workspaceId(), project.id(), settings.name(), Set.of(), maker);
        MintedKey minted = projects.access().write(project.id(), tx -> {
            MintedKey key = keys.mint(tx, wanted, plans.amount(workspace.plan(), Limit.API_CONVERSATION_KEYS));
            store.add(tx, row(key, settings), project.workspaceId());
            return key;
        });
        return new Made(row(minted, settings), minted.plainText());
    }

    private static KeyRow row(MintedKey minted, KeySettings settings) {
        var key = minted.key();
        return new KeyRow(
                key.id(), key.projectId(), key.keyPrefix(), settings, 0, key.createdBy(), key.createdAt(), null, null);
    }

    /** @throws Failure NOT_FOUND for an unknown or revoked key, or one of another project */
    private KeyRow key(Project project, String id) {
        return database().read(tx -> active(tx, project, id)).orElseThrow(ConversationKeys::noKey);
    }

    private Optional<KeyRow> active(Tx tx, Project project, String id) {
        return store.find(tx, project.id(), id, KeyHolder.month(instance).begin())
                .filter(key -> key.revokedAt() == null);
    }

    private static Failure noKey() {
        return Failure.notFound("There is no such key.");
    }

    /** Changes the settings that the body names; new restrictions apply from the next call of a tool on. */
    KeyRow change(Project project, String id, Body body) {
        Set<String> tools = agent.toolNames();
        database().writing(tx -> {
            store.lockCount(tx, id);
            KeyRow known = body.targeting(
                    active(tx, project, id), sent -> KeySettings.NONE.changed(sent, tools), ConversationKeys::noKey);
            store.set(tx, known.id(), known.settings().changed(body, tools));
            tx.concerns("api_keys", known.id());
        });
        return key(project, id);
    }

    /** Revokes a key at once. */
    void revoke(Project project, String id) {
        KeyRow known = key(project, id);
        database().writing(tx -> {
            keys.revoke(tx, project.id(), KeyKind.CONVERSATION, known.id());
            store.revoked(tx, known.id(), instance.clock().instant());
        });
    }

    private Database database() {
        return instance.database();
    }
}
