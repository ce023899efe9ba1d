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

/** OpenAI Responses, with no state stored at the server: encrypted reasoning is sent back unchanged. */
final class ResponsesWire implements WireFormat {
    @Override
    public ModelApi wire() {
        return ModelApi.RESPONSES;
    }

    @Override
    public URI url(URI base) {
        return WireFormat.below(base, false, "/responses");
    }

    @Override
    public ObjectNode body(CompletionRequest request, boolean isVendor) {
        ObjectNode body = Json.object()
                .put("model", request.model().id())
                .put("stream", true)
                .put("store", false)
                .put("instructions", String.join("\n\n", request.system()))
                .put("max_output_tokens", request.model().outputTokens());
        if (isVendor) {
            body.putArray("include").add("reasoning.encrypted_content");
            body.put("prompt_cache_key", request.cacheKey());
        }
        ArrayNode tools = body.putArray("tools");
        for (ToolCard card : request.tools()) {
            ObjectNode tool = tools.addObject()
                    .put("type", "function")
                    .put("name", card.name())
                    .put("description", card.description())
                    .put("strict", false);
            tool.set("parameters", card.schema());
        }
        ArrayNode input = body.putArray("input");
        request.messages().forEach(message -> add(input, message));
        return body;
    }

    private static void add(ArrayNode input, Message message) {
        boolean user = message.role() == Message.Role.USER;
        for (Block block : message.blocks()) {
            switch (block) {
                case Block.Text(String text) ->
                    content(input, user)
                            .put("type", user ? "input_text" : "output_text")
                            .put("text", text);
                case Block.Image(String mediaType, String base64) ->
                    content(input, true)
                            .put("type", "input_image")
                            .put("detail", "auto")
                            .put("image_url", "data:" + mediaType + ";base64," + base64);
                case Block.Document(String name, String base64) ->
                    content(input, true)
                            .put("type", "input_file")
                            .put("filename", name)
                            .put("file_data", "data:application/pdf;base64," + base64);
                case Block.Attached file -> throw new IllegalStateException("a file that is not loaded");
                case Block.Call call ->
                    input.addObject()
                            .put("type", "function_call")
                            .put("call_id", call.id())
                            .put("name", ToolNames.sent(call.name()))
                            .put("arguments", Json.text(call.input().orElseGet(Json::object)));
                case Block.Result(String callId, String text, boolean failed) ->
                    input.addObject()
                            .put("type", "function_call_output")
                            .put("call_id", callId)
                            .put("output", text);
                case Block.Opaque(ModelApi wire, ObjectNode item) -> {
                    if (wire == ModelApi.RESPONSES) {
                        input.add(item.deepCopy());
                    }
                }
            }
        }
    }

    /** Adds a message; its type is optional for the vendor, but other servers recognise a reply of the model by it. */
    private static ObjectNode content(ArrayNode input, boolean user) {
        return input.addObject()
                .put("type", "message")
                .put("role", user ? "user" : "assistant")
                .putArray("content")
                .addObject();
    }

    @Override
    public boolean take(JsonNode event, ReplyDraft draft) {
        String item = event.path("item_id").asString("");
        switch (event.path("type").asString("")) {
            case "response.created" ->
                draft.requestId = event.path("response").path("id").asString("");
            case "response.output_item.added" -> added(event.path("item"), draft);
            case "response.output_item.done" -> done(event.path("item"), draft);
            case "response.output_text.delta" ->
                draft.text(item, event.path("delta").asString(""));
            case "response.refusal.delta" ->
                draft.refusal(item, event.path("delta").asString(""));
            case "response.function_call_arguments.delta" -> {
                if (draft.isCall(item)) {
                    draft.arguments(item, event.path("delta"));
                }
            }
            case "response.completed", "response.incomplete" -> {
                end(event.path("response"), draft);
                return true;
            }
            case "response.failed" ->
                throw ErrorAnswers.inStream(event.path("response").path("error"));
            case "error" -> throw ErrorAnswers.inStream(event.has("error") ? event.path("error") : event);
            default -> {
                // progress that needs nothing
            }
        }
        return false;
    }

    private static void added(JsonNode item, ReplyDraft draft) {
        if (item.path("type").asString("").equals("function_call")) {
            draft.call(
                    item.path("id").asString(""),
                    item.path("call_id").asString(""),
                    item.path("name").asString(""));
        }
    }

    private static void done(JsonNode item, ReplyDraft draft) {
        String key = item.path("id").asString("");
        switch (item.path("type").asString("")) {
            case "function_call" -> {
                added(item, draft);
                draft.wholeArguments(key, item.path("arguments").asString(""));
            }
            case "reasoning" -> {
                if (item instanceof ObjectNode thought
                        && thought.path("encrypted_content").isString()) {
                    draft.opaque(key, thought.deepCopy());
                }
            }
            default -> {
                // messages have come as deltas
            }
        }
    }

    private static void end(JsonNode response, ReplyDraft draft) {
        JsonNode counts = response.path("usage");
        if (counts.isObject()) {
            draft.usage = new ModelUsage(
                    counts.path("input_tokens").asLong(0),
                    counts.path("output_tokens").asLong(0),
                    counts.path("input_tokens_details").path("cached_tokens").asLong(0),
                    false);
        }
        String why = response.path("incomplete_details").path("reason").asString("");
        draft.stop = switch (why) {
            case "" -> ModelReply.Stop.END;
            case "content_filter" -> ModelReply.Stop.REFUSED;
            default -> ModelReply.Stop.LENGTH;
        };
    }
}
