package cms.mcp.kit;

import cms.mcp.protocol.Elicitation;
import cms.mcp.protocol.ProtocolError;
import cms.mcp.protocol.ServerFeatures;
import cms.mcp.protocol.ToolCall;
import cms.mcp.protocol.ToolOutcome;
import cms.platform.crypto.Seal;
import cms.platform.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the kit calls by name; its descriptions of the scenarios say what each answers. */
final class KitTools implements ServerFeatures {
    private static final String PURPOSE = "kit";
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
    private static final String WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
    private static final String PROGRESS = "test_tool_with_progress";
    private static final String SOMETIMES = "sometimes_listed";
    private static final String TEMPLATE = "test://template/";

    private final Seal seal;
    private final Runnable listChanged;
    private final AtomicBoolean longer = new AtomicBoolean();
    private final Map<String, Function<ToolCall, ToolOutcome>> byName = new LinkedHashMap<>();

    /** @param listChanged is told when there is one tool more or less */
    KitTools(Seal seal, Runnable listChanged) {
        this.seal = seal;
        this.listChanged = listChanged;
        byName.put("test_simple_text", _ -> text("This is a simple text response for testing."));
        byName.put("test_image_content", _ -> content(image()));
        byName.put("test_audio_content", _ -> content(audio()));
        byName.put("test_embedded_resource", _ -> content(embedded("test://embedded-resource", "text/plain", "Text.")));
        byName.put(
                "test_multiple_content_types",
                _ -> content(
                        said("Multiple content types test:"),
                        image(),
                        embedded("test://mixed-content-resource", "application/json", "{\"test\":\"data\"}")));
        byName.put(
                "test_error_handling", _ -> done(true, said("This tool intentionally returns an error for testing")));
        byName.put(PROGRESS, KitTools::progressing);
        byName.put("test_logging_tool", _ -> text("Nothing is logged to clients."));
        byName.put("test_streaming_elicitation", call -> named(call, "user_name", "name"));
        byName.put("test_trigger_tool_change", _ -> changed());
        byName.put("test_input_required_result_elicitation", call -> named(call, "user_name", "name"));
        byName.put("test_input_required_result_request_state", call -> stated(call, "confirm", "ok"));
        byName.put("test_input_required_result_tampered_state", call -> stated(call, "confirm", "ok"));
        byName.put("test_input_required_result_multi_round", this::twice);
        byName.put(SOMETIMES, _ -> text("It is on the list now and then."));
        byName.put("json_schema_2020_12_tool", _ -> text("Its schema is what matters."));
    }

    @Override
    public List<ObjectNode> tools() {
        return byName.keySet().stream()
                .map(KitTools::card)
                .filter(card -> longer.get() || !card.path("name").asString().equals(SOMETIMES))
                .toList();
    }

    private static ObjectNode card(String name) {
        ObjectNode card = Json.object().put("name", name).put("description", "Asked for by the kit.");
        if (name.startsWith("json_schema")) {
            card.set("inputSchema", Json.parse("""
                    {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
                     "$defs":{"address":{"$anchor":"address","type":"object","properties":{"street":{"type":"string"}}}},
                     "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"}},
                     "allOf":[{"anyOf":[{"required":["name"]},{"required":["address"]}]}],
                     "if":{"required":["name"]},"then":{"required":["name"]},"else":{"required":["address"]},
                     "additionalProperties":false}
                    """));
        } else {
            card.putObject("inputSchema").put("type", "object");
        }
        return card;
    }

    @Override
    public ToolOutcome call(ToolCall call) {
        return byName.get(call.tool()).apply(call);
    }

    private static ToolOutcome progressing(ToolCall call) {
        for (double part : new double[] {0, 0.5, 1}) {
            call.progress().accept(part);
        }
        return text("It was told in three parts.");
    }

    private ToolOutcome changed() {
        longer.set(!longer.get());
        listChanged.run();
        return text("There is another list now.");
    }

    /** Asks for a text until it has come; the form is all that an answer needs. */
    private static ToolOutcome named(ToolCall call, String form, String member) {
        return filledIn(call, form, member)
                .<ToolOutcome>map(value -> text("Hello, " + value + "!"))
                .orElseGet(() -> new ToolOutcome.Asks(form(form, member), ""));
    }

    /** The same with a state that has to come back unaltered. */
    private ToolOutcome stated(ToolCall call, String form, String member) {
        if (call.question().answer().isEmpty()) {
            return new ToolOutcome.Asks(form(form, member), seal.seal(PURPOSE, form));
        }
        return state(call).filter(form::equals).isPresent() ? text("state-ok") : altered();
    }

    private ToolOutcome twice(ToolCall call) {
        if (call.question().answer().isEmpty()) {
            return new ToolOutcome.Asks(form("step1", "name"), seal.seal(PURPOSE, "step1"));
        }
        return switch (state(call).orElse("")) {
            case "step1" -> new ToolOutcome.Asks(form("step2", "color"), seal.seal(PURPOSE, "step2"));
            case "step2" -> text("Both were answered.");
            default -> altered();
        };
    }

    private Optional<String> state(ToolCall call) {
        return call.question().answer().flatMap(sent -> seal.open(PURPOSE, sent.state()));
    }

    private static ToolOutcome altered() {
        return new ToolOutcome.Refused(ProtocolError.wrongParameters("requestState is not one of this server."));
    }

    private static Optional<String> filledIn(ToolCall call, String form, String member) {
        return call.question()
                .answer()
                .flatMap(sent -> sent.accepted(form))
                .map(content -> content.path(member).asString(""))
                .filter(value -> !value.isEmpty());
    }

    private static Elicitation.ElicitationForm form(String name, String member) {
        ObjectNode schema = Json.object().put("type", "object");
        schema.putObject("properties").putObject(member).put("type", member.equals("ok") ? "boolean" : "string");
        schema.putArray("required").add(member);
        return new Elicitation.ElicitationForm(name, "Please fill in: " + member, schema);
    }

    private static ToolOutcome text(String text) {
        return content(said(text));
    }

    private static ToolOutcome content(ObjectNode... blocks) {
        return done(false, blocks);
    }

    private static ToolOutcome done(boolean failed, ObjectNode... blocks) {
        ArrayNode content = Json.object().putArray("content");
        List.of(blocks).forEach(content::add);
        return new ToolOutcome.Done(content, Optional.empty(), failed, Json.object());
    }

    private static ObjectNode said(String text) {
        return Json.object().put("type", "text").put("text", text);
    }

    private static ObjectNode image() {
        return Json.object().put("type", "image").put("data", PNG).put("mimeType", "image/png");
    }

    private static ObjectNode audio() {
        return Json.object().put("type", "audio").put("data", WAV).put("mimeType", "audio/wav");
    }

    private static ObjectNode embedded(String uri, String type, String text) {
        ObjectNode block = Json.object().put("type", "resource");
        block.putObject("resource").put("uri", uri).put("mimeType", type).put("text", text);
        return block;
    }

    @Override
    public List<ObjectNode> resources() {
        return List.of(Json.object()
                .put("uri", "test://static-text")
                .put("name", "static-text")
                .put("mimeType", "text/plain"));
    }

    @Override
    public List<ObjectNode> resourceTemplates() {
        return List.of(Json.object()
                .put("uriTemplate", TEMPLATE + "{id}/data")
                .put("name", "template")
                .put("mimeType", "application/json"));
    }

    @Override
    public Optional<ResourceText> resource(String uri) {
        if (uri.equals("test://static-text")) {
            return Optional.of(new ResourceText("text/plain", "This is the content of the static text resource."));
        }
        if (!uri.startsWith(TEMPLATE) || !uri.endsWith("/data")) {
            return Optional.empty();
        }
        String id = uri.substring(TEMPLATE.length(), uri.length() - "/data".length());
        return Optional.of(
                new ResourceText("application/json", Json.text(Json.object().put("id", id))));
    }

    @Override
    public List<ObjectNode> prompts() {
        return List.of(
                prompt("test_simple_prompt"),
                prompt("test_prompt_with_arguments", "arg1", "arg2"),
                prompt("test_prompt_with_embedded_resource", "resourceUri"),
                prompt("test_prompt_with_image"));
    }

    private static ObjectNode prompt(String name, String... arguments) {
        ObjectNode prompt = Json.object().put("name", name).put("description", "Asked for by the kit.");
        ArrayNode named = prompt.putArray("arguments");
        List.of(arguments)
                .forEach(argument -> named.addObject().put("name", argument).put("required", true));
        return prompt;
    }

    @Override
    public Optional<PromptText> prompt(String name, ObjectNode arguments) {
        return switch (name) {
            case "test_simple_prompt" -> messages(said("This is a simple prompt for testing."));
            case "test_prompt_with_arguments" ->
                messages(said("Prompt with arguments: arg1='%s', arg2='%s'"
                        .formatted(
                                arguments.path("arg1").asString(""),
                                arguments.path("arg2").asString(""))));
            case "test_prompt_with_embedded_resource" ->
                messages(
                        embedded(arguments.path("resourceUri").asString(""), "text/plain", "Embedded for testing."),
                        said("Please process the embedded resource above."));
            case "test_prompt_with_image" -> messages(image(), said("Please analyze the image above."));
            default -> Optional.empty();
        };
    }

    private static Optional<PromptText> messages(ObjectNode... contents) {
        ArrayNode messages = Json.object().putArray("messages");
        List.of(contents)
                .forEach(content -> messages.addObject().put("role", "user").set("content", content));
        return Optional.of(new PromptText.Filled("Asked for by the kit.", messages));
    }

    @Override
    public Optional<ProtocolError> countOfMinute(int more) {
        return Optional.empty();
    }

    @Override
    public Optional<ProtocolError> refusal(String tool) {
        return Optional.empty();
    }

    @Override
    public boolean knows(String tool) {
        return byName.containsKey(tool);
    }

    @Override
    public boolean reportsProgress(String tool) {
        return tool.equals(PROGRESS);
    }

    @Override
    public boolean computes(String tool) {
        return false;
    }

    @Override
    public String workspaceId() {
        return "kit";
    }

    @Override
    public Optional<ProtocolError> count(List<String> tools) {
        return Optional.empty();
    }
}
