package cms.agent.wire;

import cms.agent.model.Block;
import cms.agent.model.CompletionRequest;
import cms.agent.model.Message;
import cms.agent.model.ModelApi;
import cms.agent.model.ModelReply;
import cms.agent.model.ModelUsage;
import cms.agent.model.ToolCard;
import cms.platform.json.Json;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Anthropic Messages. Blocks are identified by index alone: some servers begin a block before the previous one has
 * ended.
 */
final class MessagesWire implements WireFormat {
    private static final String VERSION = "2023-06-01";

    @Override
    public ModelApi wire() {
        return ModelApi.MESSAGES;
    }

    @Override
    public URI url(URI base) {
        return WireFormat.below(base, true, "/messages");
    }

    @Override
    public Map<String, String> headers(String key) {
        return key.isEmpty()
                ? Map.of("anthropic-version", VERSION)
                : Map.of("anthropic-version", VERSION, "x-api-key", key);
    }

    @Override
    public ObjectNode body(CompletionRequest request, boolean isVendor) {
        ObjectNode body = Json.object()
                .put("model", request.model().id())
                .put("max_tokens", request.model().outputTokens())
                .put("stream", true);
        ArrayNode system = body.putArray("system");
        request.system().forEach(text -> system.addObject().put("type", "text").put("text", text));
        mark(system);
        ArrayNode tools = body.putArray("tools");
        for (ToolCard card : request.tools()) {
            tools.addObject()
                    .put("name", card.name())
                    .put("description", card.description())
                    .set("input_schema", card.schema());
        }
        ArrayNode messages = body.putArray("messages");
        for (Message message : request.messages()) {
            ObjectNode sent =
                    messages.addObject().put("role", message.role() == Message.Role.USER ? "user" : "assistant");
            ArrayNode content = sent.putArray("content");
            message.blocks().forEach(block -> add(content, block));
        }
        if (!messages.isEmpty()) {
            mark((ArrayNode) messages.get(messages.size() - 1).get("content"));
        }
        if (isVendor && request.model().display()) {
            body.putObject("thinking").put("type", "adaptive").put("display", "summarized");
        }
        body.putObject("metadata").put("user_id", request.cacheKey());
        return body;
    }

    /** Adds a cache mark: the server caches the blocks before it. */
    private static void mark(ArrayNode blocks) {
        if (!blocks.isEmpty() && blocks.get(blocks.size() - 1) instanceof ObjectNode last) {
            last.putObject("cache_control").put("type", "ephemeral");
        }
    }

    private static void add(ArrayNode content, Block block) {
        switch (block) {
            case Block.Text(String text) ->
                content.addObject().put("type", "text").put("text", text);
            case Block.Image(String mediaType, String base64) -> add(content, "image", mediaType, base64);
            case Block.Document(String name, String base64) -> add(content, "document", "application/pdf", base64);
            case Block.Attached file -> throw new IllegalStateException("a file that is not loaded");
            case Block.Call call ->
                content.addObject()
                        .put("type", "tool_use")
                        .put("id", call.id())
                        .put("name", ToolNames.sent(call.name()))
                        .set("input", call.input().orElseGet(Json::object));
            case Block.Result(String callId, String text, boolean failed) -> {
                ObjectNode result = content.addObject()
                        .put("type", "tool_result")
                        .put("tool_use_id", callId)
                        .put("content", text);
                if (failed) {
                    result.put("is_error", true);
                }
            }
            case Block.Opaque(ModelApi wire, ObjectNode item) -> {
                if (wire == ModelApi.MESSAGES) {
                    content.add(item.deepCopy());
                }
            }
        }
    }

    private static void add(ArrayNode content, String type, String mediaType, String base64) {
        content.addObject()
                .put("type", type)
                .putObject("source")
                .put("type", "base64")
                .put("media_type", mediaType)
                .put("data", base64);
    }

    @Override
    public boolean take(JsonNode event, ReplyDraft draft) {
        String key = event.path("index").asString("0");
        switch (event.path("type").asString("")) {
            case "message_start" -> {
                draft.requestId = event.path("message").path("id").asString("");
                usage(event.path("message").path("usage"), draft);
            }
            case "content_block_start" -> begin(key, event.path("content_block"), draft);
            case "content_block_delta" -> delta(key, event.path("delta"), draft);
            case "message_delta" -> {
                usage(event.path("usage"), draft);
                stop(event.path("delta").path("stop_reason").asString(""), draft);
            }
            case "message_stop" -> {
                return true;
            }
            case "error" -> throw ErrorAnswers.inStream(event.path("error"));
            default -> {
                // ping, content_block_stop, and what is new
            }
        }
        return false;
    }

    private static void begin(String key, JsonNode block, ReplyDraft draft) {
        switch (block.path("type").asString("")) {
            case "text" -> draft.text(key, block.path("text").asString(""));
            case "tool_use" -> {
                draft.call(
                        key, block.path("id").asString(""), block.path("name").asString(""));
                if (!block.path("input").isEmpty()) {
                    draft.arguments(key, block.path("input"));
                }
            }
            case "thinking", "redacted_thinking" -> {
                if (block instanceof ObjectNode thought) {
                    draft.opaque(key, thought.deepCopy());
                }
            }
            default -> {
                // a kind of block that is not ours
            }
        }
    }

    private static void delta(String key, JsonNode delta, ReplyDraft draft) {
        switch (delta.path("type").asString("")) {
            case "text_delta" -> draft.text(key, delta.path("text").asString(""));
            case "input_json_delta" -> {
                if (draft.isCall(key)) {
                    draft.arguments(key, delta.path("partial_json"));
                }
            }
            case "thinking_delta" -> extend(draft.opaque(key), "thinking", delta);
            case "signature_delta" -> extend(draft.opaque(key), "signature", delta);
            default -> {
                // citations, and what is new
            }
        }
    }

    private static void extend(@Nullable ObjectNode thought, String member, JsonNode delta) {
        if (thought != null) {
            thought.put(
                    member,
                    thought.path(member).asString("") + delta.path(member).asString(""));
        }
    }

    /** Reads the usage, which replaces that of earlier events; cached tokens count as input tokens. */
    private static void usage(JsonNode counts, ReplyDraft draft) {
        if (!counts.isObject()) {
            return;
        }
        ModelUsage before = draft.usage == null ? ModelUsage.none() : draft.usage;
        boolean hasInput = counts.path("input_tokens").isNumber();
        long cached = counts.path("cache_read_input_tokens").asLong(0);
        long input = counts.path("input_tokens").asLong(0)
                + counts.path("cache_creation_input_tokens").asLong(0)
                + cached;
        draft.usage = new ModelUsage(
                hasInput ? input : before.inputTokens(),
                counts.path("output_tokens").asLong(before.outputTokens()),
                hasInput ? cached : before.cachedTokens(),
                false);
    }

    private static void stop(String reason, ReplyDraft draft) {
        switch (reason) {
            case "tool_use" -> draft.stop = ModelReply.Stop.CALLS;
            case "max_tokens", "model_context_window_exceeded" -> draft.stop = ModelReply.Stop.LENGTH;
            case "refusal" -> draft.stop = ModelReply.Stop.REFUSED;
            case "" -> {}
            default -> draft.stop = ModelReply.Stop.END;
        }
    }
}
