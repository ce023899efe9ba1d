package cms.conversation;

import cms.apikeys.KeyKind;
import cms.apikeys.MintedKey;
import cms.apikeys.NewKey;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.project.Project;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys of programs that talk to the agent about a project, with their rights and limits. */
final class ConversationKeys {
    private final Conversations rooms;
    private final KeyStore store;

    ConversationKeys(Conversations rooms, KeyStore store) {
        this.rooms = rooms;
        this.store = store;
    }

    /** @param plainText text of the key, which is shown only now */
    record Made(KeyRow row, String plainText) {}

    /** The keys of a project, revoked ones included. */
    List<KeyRow> list(Project project) {
        rooms.parts().keys().flush();
        return database().read(tx -> store.list(tx, project.id(), rooms.month().begin()));
    }

    /** @throws Failure FORBIDDEN where the plan has no such keys */
    void requirePlan(Project project) {
        if (!rooms.parts()
                .plans()
                .allows(rooms.parts().projects().workspaceOf(project).plan(), Feature.API_CONVERSATION)) {
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
        var workspace = rooms.parts().projects().workspaceOf(project);
        KeySettings parsed = KeySettings.parse(
                body, rooms.ratePerMinute(), rooms.parts().agent().toolNames());
        KeySettings settings = body.has("aiModel")
                ? parsed
                : parsed.answeredBy(rooms.parts().agent().modelFor(workspace).orElse(null));
        NewKey wanted =
                new NewKey(KeyKind.CONVERSATION, project.workspaceId(), project.id(), settings.name(), Set.of(), maker);
        MintedKey minted = rooms.parts().projects().access().write(project.id(), tx -> {
            MintedKey key = rooms.parts()
                    .keys()
                    .mint(tx, wanted, rooms.parts().plans().amount(workspace.plan(), Limit.API_CONVERSATION_KEYS));
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
    KeyRow find(Project project, String id) {
        return database().read(tx -> active(tx, project, id)).orElseThrow(ConversationKeys::noKey);
    }

    private Optional<KeyRow> active(Tx tx, Project project, String id) {
        return store.find(tx, project.id(), id, rooms.month().begin()).filter(key -> key.revokedAt() == null);
    }

    private static Failure noKey() {
        return Failure.notFound("There is no such key.");
    }

    /** Changes the settings that the body names; new restrictions apply from the next call of a tool on. */
    KeyRow change(Project project, String id, Body body) {
        Set<String> tools = rooms.parts().agent().toolNames();
        database().writing(tx -> {
            store.lockCount(tx, id);
            KeyRow known = body.targeting(
                    active(tx, project, id), sent -> KeySettings.NONE.changed(sent, tools), ConversationKeys::noKey);
            store.set(tx, known.id(), known.settings().changed(body, tools));
            tx.concerns("api_keys", known.id());
        });
        return find(project, id);
    }

    /** Revokes a key at once. */
    void revoke(Project project, String id) {
        KeyRow known = find(project, id);
        database().writing(tx -> {
            rooms.parts().keys().revoke(tx, project.id(), KeyKind.CONVERSATION, known.id());
            store.revoked(tx, known.id(), rooms.parts().instance().clock().instant());
        });
    }

    private Database database() {
        return rooms.parts().instance().database();
    }
}
