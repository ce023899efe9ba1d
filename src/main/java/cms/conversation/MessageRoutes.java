package cms.conversation;

import cms.agent.Program;
import cms.agent.model.AgentLimits;
import cms.apikeys.KeyKind;
import cms.apikeys.KnownKey;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.idempotency.Idempotency;

/** {@code /api/conversation/v1}: the routes of programs with a key. */
final class MessageRoutes {
    private static final String PROJECT = "/api/conversation/v1/{projectId}";

    private final Conversations rooms;

    MessageRoutes(Conversations rooms) {
        this.rooms = rooms;
    }

    void mount(Routes routes) {
        routes.on(Surface.KEYED)
                .taking(AgentLimits.ASK_BYTES_MAX)
                .post(PROJECT + "/message{?dryRun}", Idempotency.own(this::message))
                .get(PROJECT + "/history{?conversationId,limit}", this::history);
    }

    private Answer message(Request request) {
        return rooms.parts().agent().answer(program(request), request);
    }

    private Answer history(Request request) {
        return rooms.parts().agent().history(program(request), request);
    }

    private Program program(Request request) {
        KnownKey key = rooms.parts()
                .keys()
                .require(
                        KeyKind.CONVERSATION,
                        request,
                        "Send a conversation key of this service as Authorization: Bearer.");
        Program admitted = rooms.admit(key);
        request.checkQuery();
        return admitted;
    }
}
