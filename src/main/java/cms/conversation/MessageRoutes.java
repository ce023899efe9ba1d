package cms.conversation;

import cms.agent.Agent;
import cms.agent.Program;
import cms.agent.model.AgentLimits;
import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KnownKey;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.idempotency.Idempotency;
import java.util.function.Function;

/** {@code /api/conversation/v1}: the routes of programs with a key. */
final class MessageRoutes {
    private static final String PROJECT = "/api/conversation/v1/{projectId}";

    private final ApiKeys keys;
    private final Agent agent;
    private final Function<KnownKey, Program> admission;

    /** @param admission admits a program with its key, or fails */
    MessageRoutes(ApiKeys keys, Agent agent, Function<KnownKey, Program> admission) {
        this.keys = keys;
        this.agent = agent;
        this.admission = admission;
    }

    void mount(Routes routes) {
        routes.on(Surface.KEYED)
                .taking(AgentLimits.ASK_BYTES_MAX)
                .post(PROJECT + "/message{?dryRun}", Idempotency.own(this::message))
                .get(PROJECT + "/history{?conversationId,limit}", this::history);
    }

    private Answer message(Request request) {
        return agent.answer(program(request), request);
    }

    private Answer history(Request request) {
        return agent.history(program(request), request);
    }

    private Program program(Request request) {
        KnownKey key = keys.require(
                KeyKind.CONVERSATION, request, "Send a conversation key of this service as Authorization: Bearer.");
        Program admitted = admission.apply(key);
        request.checkQuery();
        return admitted;
    }
}
