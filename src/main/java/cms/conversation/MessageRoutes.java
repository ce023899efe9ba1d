package cms.conversation;

import cms.agent.Program;
import cms.apikeys.KeyKind;
import cms.apikeys.KnownKey;
import cms.plan.Feature;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.idempotency.Idempotency;
import cms.project.Project;

/** {@code /api/conversation/v1}: what programs send with their key. */
final class MessageRoutes {
    private static final String PROJECT = "/api/conversation/v1/{projectId}";

    private final Conversations rooms;
    private final KeyStore store;

    MessageRoutes(Conversations rooms, KeyStore store) {
        this.rooms = rooms;
        this.store = store;
    }

    void mount(Routes routes) {
        routes.on(Surface.KEYED)
                .post(PROJECT + "/message", Idempotency.own(this::message))
                .get(PROJECT + "/history", this::history);
    }

    private Answer message(Request request) {
        return rooms.parts().agent().answer(program(request), request);
    }

    private Answer history(Request request) {
        request.onlyQueries("conversationId", "limit");
        return rooms.parts().agent().history(program(request), request);
    }

    /** Key, project, lock and plan, in this order. */
    private Program program(Request request) {
        KnownKey key = rooms.parts()
                .keys()
                .require(
                        KeyKind.CONVERSATION,
                        request,
                        "Send a conversation key of this service as Authorization: Bearer.");
        Project project = rooms.parts()
                .projects()
                .find(key.projectId())
                .orElseThrow(() -> Failure.unauthenticated("This key is not valid any more."));
        rooms.parts().workspaces().requireOpen(project.workspaceId());
        if (!rooms.parts()
                .plans()
                .allows(rooms.parts().projects().workspaceOf(project).plan(), Feature.API_CONVERSATION)) {
            throw Failure.forbidden("The conversation API is not part of this workspace's plan.");
        }
        key.usedAt(rooms.parts().instance().clock().millis());
        return KeyHolder.of(rooms, store, project, key.id());
    }
}
