package cms.mcp.protocol;

import cms.platform.compute.Turn;
import cms.platform.json.Json;
import cms.platform.json.VisibleJson;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Carries out one request of a client and makes its answer. */
final class Execution {
    /** Milliseconds for which a client may cache the description of the server. */
    private static final int CARD_MILLIS = 3_600_000;

    /** Milliseconds for which a client may cache a list or a resource. */
    private static final int LIST_MILLIS = 60_000;

    private final ServerCard card;
    private final ServerFeatures tools;
    private final Revision revision;
    private final Turn turn;

    /** The answer of one request, with its status when it is the only one. */
    record Answered(int status, ObjectNode json) {}

    /** @param turn runs the computations of its calls */
    Execution(ServerCard card, ServerFeatures tools, Revision revision, Turn turn) {
        this.card = card;
        this.tools = tools;
        this.revision = revision;
        this.turn = turn;
    }

    /**
     * Carries out a request; errors become answers too.
     *
     * @param progress takes the completed share of a long call
     * @param cancelled whether the client has cancelled the call
     */
    Answered run(JsonRpcMessage.Call call, DoubleConsumer progress, BooleanSupplier cancelled) {
        return switch (call.method()) {
            case Methods.INITIALIZE -> revision.isStateless() ? unknown(call) : done(call, initialized(call));
            case Methods.PING -> revision.isStateless() ? unknown(call) : done(call, Json.object());
            case Methods.DISCOVER ->
                revision.isStateless() ? done(call, cached(discovered(), CARD_MILLIS)) : unknown(call);
            case Methods.LIST_TOOLS -> list(call, "tools", tools.tools());
            case Methods.LIST_RESOURCES -> list(call, "resources", tools.resources());
            case Methods.LIST_TEMPLATES -> list(call, "resourceTemplates", tools.resourceTemplates());
            case Methods.LIST_PROMPTS -> list(call, "prompts", tools.prompts());
            case Methods.READ_RESOURCE -> resource(call);
            case Methods.GET_PROMPT -> prompt(call);
            case Methods.CALL_TOOL -> tool(call, progress, cancelled);
            default -> unknown(call);
        };
    }

    static Answered refused(JsonRpcMessage.Call call, ProtocolError error) {
        return new Answered(error.status(), error.json(call.id()));
    }

    private Answered unknown(JsonRpcMessage.Call call) {
        int status = revision.isStateless() ? 404 : 200;
        return refused(
                call,
                ProtocolError.of(
                        status,
                        ProtocolError.UNKNOWN_METHOD,
                        "This server has no method " + shown(call.method()) + "."));
    }

    private ObjectNode initialized(JsonRpcMessage.Call call) {
        Revision agreed = Revision.of(call.params().path("protocolVersion").asString(""))
                .filter(wanted -> !wanted.isStateless())
                .orElse(Revision.newestWithSessions());
        ObjectNode result = Json.object().put("protocolVersion", agreed.date());
        result.set("capabilities", ServerCard.capabilities());
        result.set("serverInfo", card.info());
        return result.put("instructions", card.instructions());
    }

    private ObjectNode discovered() {
        ObjectNode result = Json.object();
        Revision.dates().forEach(result.putArray("supportedVersions")::add);
        result.set("capabilities", ServerCard.capabilities());
        result.set("serverInfo", card.info());
        return result.put("instructions", card.instructions());
    }

    /** A list on a single page, so that any cursor is an error. */
    private Answered list(JsonRpcMessage.Call call, String name, List<ObjectNode> items) {
        if (call.params().hasNonNull("cursor")) {
            return refused(call, ProtocolError.wrongParameters("There is no further page; leave `cursor` out."));
        }
        ObjectNode result = Json.object();
        items.forEach(result.putArray(name)::add);
        return done(call, cached(result, LIST_MILLIS));
    }

    private Answered resource(JsonRpcMessage.Call call) {
        String uri = call.target();
        Optional<ServerFeatures.ResourceText> found = tools.resource(uri);
        if (found.isEmpty()) {
            return refused(
                    call,
                    new ProtocolError(
                            200,
                            ProtocolError.WRONG_PARAMETERS,
                            "There is no such resource; resources/list names them.",
                            Json.object().put("uri", uri)));
        }
        ObjectNode result = Json.object();
        result.putArray("contents")
                .addObject()
                .put("uri", uri)
                .put("mimeType", found.get().mimeType())
                .put("text", VisibleJson.escaped(found.get().text()));
        return done(call, cached(result, LIST_MILLIS));
    }

    private Answered prompt(JsonRpcMessage.Call call) {
        ObjectNode arguments = call.params().get("arguments") instanceof ObjectNode given ? given : Json.object();
        Optional<ServerFeatures.PromptText> found = tools.prompt(call.target(), arguments);
        return switch (found.orElse(null)) {
            case ServerFeatures.PromptText.Filled(String description, ArrayNode messages) -> {
                ObjectNode result = Json.object().put("description", description);
                result.set("messages", messages);
                yield done(call, result);
            }
            case ServerFeatures.PromptText.Refused(String message) ->
                refused(call, ProtocolError.wrongParameters(message));
            case null ->
                refused(call, ProtocolError.wrongParameters("There is no such prompt; prompts/list names them."));
        };
    }

    private Answered tool(JsonRpcMessage.Call call, DoubleConsumer progress, BooleanSupplier cancelled) {
        JsonNode arguments = call.params().path("arguments");
        boolean shaped = arguments.isObject() || arguments.isMissingNode() || arguments.isNull();
        if (!call.params().path("name").isString() || !shaped) {
            return refused(
                    call, ProtocolError.wrongParameters("tools/call needs a `name` and an object of `arguments`."));
        }
        if (!tools.knows(call.target())) {
            return refused(
                    call,
                    ProtocolError.wrongParameters(
                            "There is no tool " + shown(call.target()) + "; tools/list names them."));
        }
        ObjectNode given = arguments instanceof ObjectNode object ? object : Json.object();
        Elicitation question = revision.isStateless() ? Elicitation.of(call) : Elicitation.IMPOSSIBLE;
        ToolOutcome outcome =
                tools.call(new ToolCall(call.target(), given, client(call), question, turn, progress, cancelled));
        return switch (outcome) {
            case ToolOutcome.Done done -> done(call, shown(done));
            case ToolOutcome.Asks(Elicitation.ElicitationForm form, String state) ->
                new Answered(200, result(call, Elicitation.ask(Json.object(), form, state)));
            case ToolOutcome.Refused(ProtocolError error) -> refused(call, error);
        };
    }

    private static String client(JsonRpcMessage.Call call) {
        return call.meta().path(MetaKeys.CLIENT).path("name").asString("");
    }

    private static ObjectNode shown(ToolOutcome.Done done) {
        ObjectNode result = Json.object();
        result.set("content", done.content());
        done.structured().ifPresent(value -> result.set("structuredContent", value));
        result.put("isError", done.failed());
        if (!done.meta().isEmpty()) {
            result.set("_meta", done.meta());
        }
        return result;
    }

    /** Names of clients are shown shortened and in their own quotes. */
    private static String shown(String name) {
        String plain = name.replaceAll("[^\\p{Graph} ]", "?");
        return "`" + (plain.length() > 60 ? plain.substring(0, 60) + "…" : plain) + "`";
    }

    /** The answer of a subscription, which comes when its stream ends. */
    ObjectNode ended(JsonRpcMessage.Call call) {
        ObjectNode result = Json.object();
        result.putObject("_meta").set(MetaKeys.SUBSCRIPTION, call.id());
        return done(call, result).json();
    }

    private ObjectNode cached(ObjectNode result, int millis) {
        return revision.isStateless() ? result.put("ttlMs", millis).put("cacheScope", "private") : result;
    }

    private Answered done(JsonRpcMessage.Call call, ObjectNode result) {
        if (revision.isStateless()) {
            result.put("resultType", "complete");
        }
        return new Answered(200, result(call, result));
    }

    private ObjectNode result(JsonRpcMessage.Call call, ObjectNode result) {
        if (revision.isStateless()) {
            ObjectNode meta = result.get("_meta") instanceof ObjectNode known ? known : result.putObject("_meta");
            meta.set(MetaKeys.SERVER, card.info());
        }
        ObjectNode json = Json.object().put("jsonrpc", "2.0");
        json.set("id", call.id());
        json.set("result", result);
        return json;
    }
}
