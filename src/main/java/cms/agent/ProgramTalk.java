package cms.agent;

import cms.access.Author;
import cms.agent.desk.Speaker;
import cms.agent.log.Conversation;
import cms.agent.log.StoredMessage;
import cms.agent.model.AgentLimits;
import cms.agent.model.Blocks;
import cms.agent.model.Message;
import cms.agent.talk.ChatContext;
import cms.agent.turn.Ask;
import cms.agent.turn.ChosenModel;
import cms.agent.turn.TurnParts;
import cms.agent.turn.Turns;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.json.Json;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.usage.Meter;
import cms.workspace.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The agent for programs: one answer, or the same events as people get (spec 4.10, reference 3.6). */
final class ProgramTalk {
    private final AgentParts parts;
    private final ModelChoice choice;
    private final TurnParts.Stores stores;
    private final Turns turns;

    ProgramTalk(AgentParts parts, ModelChoice choice, TurnParts.Stores stores, Turns turns) {
        this.parts = parts;
        this.choice = choice;
        this.stores = stores;
        this.turns = turns;
    }

    /** A program as the speaker of a turn. */
    private record Talking(Program program) implements Speaker {
        @Override
        public String id() {
            return program.id();
        }

        @Override
        public String kind() {
            return "key";
        }

        @Override
        public Project project() {
            return program.project();
        }

        @Override
        public ProjectAccess place() {
            return program.place();
        }

        @Override
        public Author author(String via) {
            return program.author(via);
        }

        @Override
        public Set<String> tools() {
            return program.tools();
        }
    }

    /** Answers a message after the checks of {@link ChatRoutes}; the key has been checked before. */
    Answer message(Program program, Request request) {
        Workspace workspace = parts.projects().workspaceOf(program.project());
        choice.requireAllowed(workspace);
        parts.instance().limiter().take(program.rate(), program.id()).orFail();
        ChatBody body = ChatBody.parse(request.body(), false);
        boolean isTrial = request.flag("dryRun");
        boolean asks = body.decision().isEmpty() && !body.undoes();
        ChosenModel chosen = asks ? choice.choose(workspace, Optional.empty(), program.model()) : null;
        Optional<Ask.Repeat> repeat = TurnKey.of(request, program.id());
        Optional<String> known = repeat.flatMap(turns::repeated);
        if (known.isPresent()) {
            return answer(request, known.get());
        }
        Ask ask = new Ask(
                new Talking(program),
                body.conversationId(),
                body.message(),
                chosen,
                spoken(body.context(), program.locales()),
                isTrial,
                body.decision(),
                body.undoes(),
                chosen == null ? null : Meter.API_MESSAGES,
                repeat,
                program.instructions(),
                List.of(),
                AgentLimits.PROGRAM_MAX,
                asks ? program::admit : tx -> {});
        return answer(request, new CodeTries(parts.instance().limiter(), turns).begin(ask));
    }

    /** The context, with the first locale of the key in place of one that it may not use. */
    private static ChatContext spoken(ChatContext context, List<String> locales) {
        boolean speaks =
                locales.isEmpty() || context.locale().filter(locales::contains).isPresent();
        return speaks ? context : context.speaking(locales.getFirst());
    }

    private Answer answer(Request request, String turnId) {
        boolean streams = request.header("Accept")
                .filter(accept -> accept.contains("text/event-stream"))
                .isPresent();
        return streams
                ? Answer.events(stream -> turns.stream(turnId, 0, stream))
                        .withHeader("Cache-Control", "no-store, no-transform")
                : Answer.json(whole(request, turnId));
    }

    private ObjectNode whole(Request request, String turnId) {
        ObjectNode json = Json.object();
        StringBuilder text = new StringBuilder();
        ArrayNode results = Json.object().putArray("results");
        ObjectNode end = Json.object();
        for (var event : Outside.waiting(() -> turns.whole(turnId, request::isDisconnected))) {
            switch (event.json().path("type").asString("")) {
                case "conversation" -> json.set("conversationId", event.json().get("conversationId"));
                case "text" -> text.append(event.json().path("content").asString(""));
                case "tool_result" -> results.add(event.json().deepCopy().without("type"));
                case "done", "error" -> end = event.json();
                default -> {
                    // the beginning of a call
                }
            }
        }
        boolean failed = !end.path("type").asString("").equals("done");
        if (failed && text.isEmpty() && results.isEmpty()) {
            throw Failure.of(FailureKind.BAD_GATEWAY, end.path("message").asString("No model has answered."))
                    .withCode("ai.provider_failed");
        }
        json.put("message", text.toString()).set("toolResults", results);
        ObjectNode none = Json.object().put("inputTokens", 0).put("outputTokens", 0);
        json.set("usage", end.path("usage").isObject() ? end.get("usage") : none);
        if (end.path("affected").isObject()) {
            json.set("affected", end.get("affected"));
        }
        return failed ? json.put("incomplete", end.path("message").asString("It broke off.")) : json;
    }

    /** {@code { conversationId, messages: [{ id, role, content, toolCalls?, model?, usage?, createdAt }] }}. */
    Answer history(Program program, Request request) {
        String id = request.query("conversationId").orElseThrow(() -> Failure.invalid("`conversationId` is required."));
        int limit = request.number("limit", AgentLimits.MESSAGES_LISTED_MAX, AgentLimits.MESSAGES_LISTED_MAX);
        return parts.instance().database().read(tx -> {
            Conversation conversation = stores.conversations()
                    .find(tx, id, program.project().id(), "key", program.id())
                    .orElseThrow(() -> Failure.notFound("There is no such conversation."));
            ObjectNode json = Json.object().put("conversationId", conversation.id());
            ArrayNode messages = json.putArray("messages");
            stores.messages()
                    .newest(tx, conversation.id(), limit, AgentLimits.MESSAGES_LISTED_BYTES_MAX)
                    .forEach(message -> messages.add(json(message)));
            return Answer.json(json);
        });
    }

    private static ObjectNode json(StoredMessage message) {
        boolean calls = !message.message().calls().isEmpty();
        ObjectNode json = Json.object()
                .put("id", message.id())
                .put("role", role(message))
                .put("content", message.shown().isBlank() && calls ? "[tool calls]" : message.shown());
        if (calls) {
            json.set("toolCalls", Blocks.json(List.copyOf(message.message().calls())));
        }
        if (message.model() != null) {
            json.put("model", message.model())
                    .putObject("usage")
                    .put("inputTokens", message.inputTokens())
                    .put("outputTokens", message.outputTokens());
        }
        return json.put("createdAt", message.createdAt().toString());
    }

    private static String role(StoredMessage message) {
        boolean user = message.message().role() == Message.Role.USER;
        return switch (message.kind()) {
            case NOTE -> "system";
            case SAID, RESULTS -> user ? "user" : "assistant";
        };
    }
}
