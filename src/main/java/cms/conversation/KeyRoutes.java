package cms.conversation;

import cms.access.Capability;
import cms.apikeys.KeyKind;
import cms.apikeys.MintedKey;
import cms.apikeys.NewKey;
import cms.auth.Caller;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plan;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.project.Project;
import cms.workspace.Workspace;
import java.util.Map;
import java.util.Set;

/** {@code P/conversation-keys}: keys for programs, as owner and admins manage them. */
final class KeyRoutes {
    private static final String KEYS = "/api/workspaces/{workspaceId}/projects/{projectId}/conversation-keys";
    private static final String KEY = KEYS + "/{keyId}";

    private final Conversations rooms;
    private final KeyStore store;

    KeyRoutes(Conversations rooms, KeyStore store) {
        this.rooms = rooms;
        this.store = store;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(KEYS, this::list)
                .post(KEYS, Audit.ofMade("create_conversation_key", "api_keys"), this::mint)
                .patch(KEY, Audit.of("update_conversation_key", "api_keys", "keyId"), this::change)
                .delete(KEY, Audit.of("delete_conversation_key", "api_keys", "keyId"), this::revoke);
    }

    private Answer list(Request request) {
        request.onlyQueries();
        Project project = project(request);
        rooms.parts().keys().flush();
        return Answer.json(
                rooms.parts().instance().database().read(tx -> store.list(tx, project.id(), rooms.month())).stream()
                        .map(KeyRow::json)
                        .toList());
    }

    private Answer mint(Request request) {
        Project project = project(request);
        Workspace workspace = rooms.parts().projects().workspaceOf(project);
        Plan plan = workspace.plan();
        requirePlan(plan);
        Body body = request.body("role");
        KeySettings parsed = KeySettings.parse(body, rooms.parts().ratePerMinute());
        KeySettings settings = body.has("aiModel")
                ? parsed
                : parsed.answeredBy(rooms.parts().agent().modelFor(workspace).orElse(null));
        NewKey wanted = new NewKey(
                KeyKind.CONVERSATION,
                project.workspaceId(),
                project.id(),
                settings.name(),
                Set.of(),
                Caller.of(request).userId());
        MintedKey minted = rooms.parts().instance().database().write(tx -> {
            MintedKey key = rooms.parts()
                    .keys()
                    .mint(tx, wanted, rooms.parts().plans().amount(plan, Limit.API_CONVERSATION_KEYS));
            store.add(tx, row(key, settings), project.workspaceId());
            return key;
        });
        return Answer.json(row(minted, settings).json().put("key", minted.plainText()))
                .showingSecretOf(minted.key().id());
    }

    private static KeyRow row(MintedKey minted, KeySettings settings) {
        var key = minted.key();
        return new KeyRow(
                key.id(), key.projectId(), key.keyPrefix(), settings, 0, key.createdBy(), key.createdAt(), null, null);
    }

    /** What is narrowed counts from the next call of a tool on. */
    private Answer change(Request request) {
        Project project = project(request);
        Body body = request.body("role").refuse("keyPrefix", "createdAt", "lastUsedAt", "revokedAt", "monthlyUsage");
        KeySettings.check(body);
        KeyRow known = find(project, request);
        KeySettings settings = known.settings().changed(body);
        rooms.parts().instance().database().writing(tx -> {
            store.set(tx, known.id(), settings);
            tx.concerns("api_keys", known.id());
        });
        return Answer.json(find(project, request).json());
    }

    private Answer revoke(Request request) {
        Project project = project(request);
        KeyRow known = find(project, request);
        rooms.parts().instance().database().writing(tx -> {
            rooms.parts().keys().revoke(tx, project.id(), KeyKind.CONVERSATION, known.id());
            store.revoked(tx, known.id(), rooms.parts().instance().clock().instant());
        });
        return Answer.json(Map.of("revoked", true));
    }

    private Project project(Request request) {
        return rooms.parts()
                .projects()
                .access()
                .require(request, Capability.MANAGE_CONVERSATION_KEYS)
                .project();
    }

    private void requirePlan(Plan plan) {
        if (!rooms.parts().plans().allows(plan, Feature.API_CONVERSATION)) {
            throw Failure.forbidden("Conversation keys are not part of this workspace's plan.");
        }
    }

    private KeyRow find(Project project, Request request) {
        return rooms.parts()
                .instance()
                .database()
                .read(tx -> store.find(tx, project.id(), request.pathParameter("keyId"), rooms.month()))
                .filter(key -> key.revokedAt() == null)
                .orElseThrow(() -> Failure.notFound("There is no such key."));
    }
}
