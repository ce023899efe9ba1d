package cms.agent;

import cms.access.Capability;
import cms.agent.log.Conversation;
import cms.agent.log.StoredMessage;
import cms.agent.log.TurnRow;
import cms.agent.model.Blocks;
import cms.agent.model.Message;
import cms.agent.turn.Turns;
import cms.agent.turn.Undo;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.project.Project;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code P/conversations}: the conversations of a person (reference 3.6). */
final class ConversationRoutes {
    private static final String CONVERSATIONS = "/api/workspaces/{workspaceId}/projects/{projectId}/conversations";
    private static final String CONVERSATION = CONVERSATIONS + "/{conversationId}";
    private static final int NOTHING_TO_SHOW = 204;

    private final Access access;
    private final Turns turns;
    private final Undo undo;
    private final OwnConversations conversations;

    ConversationRoutes(Access access, Turns turns, Undo undo, OwnConversations conversations) {
        this.access = access;
        this.turns = turns;
        this.undo = undo;
        this.conversations = conversations;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(CONVERSATIONS, this::list)
                .delete(
                        CONVERSATION,
                        Audit.of("delete_conversation", "agent_conversations", "conversationId"),
                        this::delete)
                .get(CONVERSATION + "/messages", this::messages)
                .post(
                        CONVERSATION + "/stop",
                        Audit.of("stop_conversation", "agent_conversations", "conversationId"),
                        this::stop)
                .post(
                        CONVERSATION + "/undo{?dryRun}",
                        Audit.of("undo_conversation", "agent_conversations", "conversationId"),
                        this::undo)
                .get(CONVERSATION + "/stream", this::stream);
    }

    private Answer list(Request request) {
        Project project = project(request);
        ArrayNode all = Json.object().putArray("all");
        conversations
                .list(project, Caller.of(request).userId())
                .forEach(conversation -> all.addObject()
                        .put("id", conversation.id())
                        .put("title", conversation.title())
                        .put("created_at", conversation.createdAt().toString())
                        .put("updated_at", conversation.updatedAt().toString()));
        return Answer.json(all);
    }

    private Answer delete(Request request) {
        Conversation conversation = own(request);
        turns.stop(conversation.id());
        conversations.delete(conversation);
        return Answer.json(Map.of("deleted", true));
    }

    private Answer messages(Request request) {
        project(request);
        Conversation conversation = own(request);
        ArrayNode all = Json.object().putArray("all");
        conversations.messages(conversation).forEach(message -> all.add(json(message)));
        return Answer.json(all);
    }

    private static ObjectNode json(StoredMessage message) {
        boolean calls = !message.message().calls().isEmpty();
        String role = switch (message.kind()) {
            case NOTE -> "system";
            case SAID, RESULTS -> message.message().role() == Message.Role.USER ? "user" : "assistant";
        };
        ObjectNode json = Json.object()
                .put("id", message.id())
                .put("role", role)
                .put("content", message.shown().isBlank() && calls ? "[tool calls]" : message.shown());
        json.set("tool_calls", calls ? Blocks.json(List.copyOf(message.message().calls())) : null);
        return json.put("model", message.model())
                .put("created_at", message.createdAt().toString());
    }

    private Answer stop(Request request) {
        return Answer.json(Map.of("stopped", turns.stop(own(request).id())));
    }

    /** Undoes the writes of the conversation: those of its latest writing turn, or all. */
    private Answer undo(Request request) {
        Project project = access.require(request, Capability.SAVE_CONTENT).project();
        String scope = request.body().text("scope").orElse("turn");
        if (!scope.equals("turn") && !scope.equals("all")) {
            throw Failure.invalid("`scope` must be turn or all.");
        }
        Conversation conversation = own(request);
        boolean isTrial = request.flag("dryRun");
        Person person = new Person(Caller.of(request), project, access);
        return Answer.json(undo.undoBetweenTurns(conversation, person, scope.equals("all"), isTrial)
                .json());
    }

    /** The events of the latest turn; after {@code Last-Event-ID} where that is one of them, else from its first. */
    private Answer stream(Request request) {
        Optional<TurnRow> latest = turns.latest(own(request).id());
        Optional<String> seen = request.lastEventId();
        if (latest.isEmpty() || !latest.get().isRunning() && seen.isEmpty()) {
            return Answer.empty(NOTHING_TO_SHOW);
        }
        String turnId = latest.get().id();
        long after = seen.filter(id -> id.startsWith(turnId + ".")
                        && id.substring(turnId.length() + 1).matches("\\d{1,9}"))
                .map(id -> Long.parseLong(id.substring(turnId.length() + 1)))
                .orElse(0L);
        if (!latest.get().isRunning() && turns.isAtEnd(turnId, after)) {
            return Answer.empty(NOTHING_TO_SHOW);
        }
        return Answer.events(stream -> turns.stream(turnId, after, stream))
                .withHeader("Cache-Control", "no-store, no-transform");
    }

    private Project project(Request request) {
        return access.require(request, Capability.CHAT).project();
    }

    private Conversation own(Request request) {
        return conversations.conversation(
                project(request), Caller.of(request).userId(), request.pathParameter("conversationId"));
    }
}
