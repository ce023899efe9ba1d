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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI Chat Completions, with one system message and support for the known deviations of other servers. */
final class ChatWire implements WireFormat {
    private static final String TEXT = "text";

    @Override
    public ModelApi wire() {
        return ModelApi.CHAT;
    }

    @Override
    public URI url(URI base) {
        return WireFormat.below(base, false, "/chat/completions");
    }

    @Override
    public ObjectNode body(CompletionRequest request, boolean isVendor) {
        ObjectNode body = Json.object()
                .put("model", request.model().id())
                .put("stream", true)
                .put(
                        isVendor ? "max_completion_tokens" : "max_tokens",
                        request.model().outputTokens());
        body.putObject("stream_options").put("include_usage", true);
        if (isVendor) {
            body.put("prompt_cache_key", request.cacheKey());
        }
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", String.join("\n\n", request.system()));
        request.messages().forEach(message -> add(messages, message));
        ArrayNode tools = body.putArray("tools");
        for (ToolCard card : request.tools()) {
            ObjectNode function = tools.addObject().put("type", "function").putObject("function");
            function.put("name", card.name()).put("description", card.description());
            function.set("parameters", card.schema());
        }
        return body;
    }

    private static void add(ArrayNode messages, Message message) {
        if (message.role() == Message.Role.ASSISTANT) {
            assistant(messages.addObject(), message);
            return;
        }
        for (Block block : message.blocks()) {
            if (block instanceof Block.Result(String callId, String text, boolean failed)) {
                messages.addObject()
                        .put("role", "tool")
                        .put("tool_call_id", callId)
                        .put("content", text);
            }
        }
        if (message.blocks().stream().anyMatch(Block.Image.class::isInstance)) {
            pictured(messages.addObject().put("role", "user").putArray("content"), message);
        } else if (message.blocks().stream().anyMatch(Block.Text.class::isInstance)) {
            StringBuilder words = new StringBuilder();
            for (Block block : message.blocks()) {
                if (block instanceof Block.Text(String text)) {
                    words.append(words.isEmpty() ? "" : "\n\n").append(text);
                }
            }
            messages.addObject().put("role", "user").put("content", words.toString());
        }
    }

    private static void pictured(ArrayNode content, Message message) {
        for (Block block : message.blocks()) {
            if (block instanceof Block.Text(String text)) {
                content.addObject().put("type", TEXT).put(TEXT, text);
            } else if (block instanceof Block.Image(String mediaType, String base64)) {
                content.addObject()
                        .put("type", "image_url")
                        .putObject("image_url")
                        .put("url", "data:" + mediaType + ";base64," + base64);
            }
        }
    }

    private static void assistant(ObjectNode sent, Message message) {
        String text = message.text();
        sent.put("role", "assistant").put("content", text.isEmpty() ? null : text);
        if (!message.calls().isEmpty()) {
            ArrayNode calls = sent.putArray("tool_calls");
            for (Block.Call call : message.calls()) {
                calls.addObject()
                        .put("id", call.id())
                        .put("type", "function")
                        .putObject("function")
                        .put("name", ToolNames.sent(call.name()))
                        .put("arguments", Json.text(call.input().orElseGet(Json::object)));
            }
        }
    }

    @Override
    public boolean take(JsonNode event, ReplyDraft draft) {
        if (event.path("error").isObject() || event.path("error").isString()) {
            throw ErrorAnswers.inStream(event.path("error"));
        }
        if (draft.requestId.isEmpty()) {
            draft.requestId = event.path("id").asString("");
        }
        JsonNode counts = event.path("usage");
        if (counts.isObject()) {
            draft.usage = new ModelUsage(
                    counts.path("prompt_tokens").asLong(0),
                    counts.path("completion_tokens").asLong(0),
                    counts.path("prompt_tokens_details").path("cached_tokens").asLong(0),
                    false);
        }
        JsonNode choice = event.path("choices").path(0);
        JsonNode delta = choice.path("delta");
        if (delta.path("content").isString()) {
            draft.text(TEXT, delta.path("content").asString());
        }
        if (delta.path("refusal").isString()) {
            draft.refusal(TEXT, delta.path("refusal").asString());
        }
        int place = 0;
        for (JsonNode call : delta.path("tool_calls")) {
            take(call, place++, draft);
        }
        stop(choice.path("finish_reason").asString(""), draft);
        return false;
    }

    /** Adds a piece of a call; one without an index is a complete call with its own id. */
    private static void take(JsonNode call, int place, ReplyDraft draft) {
        String id = call.path("id").asString("");
        String key =
                "call " + (call.path("index").isNumber() ? call.path("index").asString() : id + "/" + place);
        JsonNode function = call.path("function");
        if (!draft.isCall(key)) {
            draft.call(key, id, function.path("name").asString(""));
        }
        draft.arguments(key, function.path("arguments"));
    }

    private static void stop(String reason, ReplyDraft draft) {
        switch (reason) {
            case "" -> {}
            case "tool_calls", "function_call" -> draft.stop = ModelReply.Stop.CALLS;
            case "length" -> draft.stop = ModelReply.Stop.LENGTH;
            case "content_filter" -> draft.stop = ModelReply.Stop.REFUSED;
            default -> draft.stop = ModelReply.Stop.END;
        }
    }
}
