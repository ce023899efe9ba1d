package cms.mcp.protocol;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import cms.platform.json.SentJson;
import cms.platform.json.ValueBudget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the messages of a body. */
final class MessageReader {
    /** Messages of one batch. */
    private static final int BATCH_MAX = 20;

    private static final String VERSION = "2.0";

    private MessageReader() {}

    static ParsedBody read(byte[] body, ValueBudget budget) {
        JsonNode json;
        try {
            json = SentJson.withoutNul(body, budget);
        } catch (Failure broken) {
            if (broken.kind() == FailureKind.TOO_LARGE) {
                throw broken;
            }
            return unreadable(ProtocolError.NOT_JSON, "The body is not JSON: " + broken.message(), null);
        }
        if (!json.isArray()) {
            return one(json);
        }
        if (json.isEmpty() || json.size() > BATCH_MAX) {
            return unreadable(
                    ProtocolError.NOT_A_REQUEST, "A batch holds 1 to " + BATCH_MAX + " messages; split it.", null);
        }
        List<JsonRpcMessage> messages = new ArrayList<>();
        for (JsonNode item : json) {
            switch (one(item)) {
                case ParsedBody.Read read -> messages.addAll(read.messages());
                case ParsedBody.Unreadable broken -> {
                    return broken;
                }
            }
        }
        return new ParsedBody.Read(messages, true);
    }

    private static ParsedBody one(JsonNode json) {
        if (!(json instanceof ObjectNode object)
                || !object.path("jsonrpc").asString("").equals(VERSION)) {
            return notARequest("A message is an object with `jsonrpc` \"2.0\".", null);
        }
        JsonNode id = object.get("id");
        boolean known = id != null && (id.isString() || id.isNumber());
        if (id != null && !known) {
            return notARequest("The `id` of a request is a text or a number.", null);
        }
        if (!object.has("method")) {
            return object.has("result") || object.has("error")
                    ? read(new JsonRpcMessage.Response())
                    : notARequest("A request needs a `method`.", id);
        }
        return request(object, id);
    }

    private static ParsedBody request(ObjectNode object, @Nullable JsonNode id) {
        if (!object.get("method").isString()) {
            return notARequest("`method` must be a text.", id);
        }
        JsonNode params = object.has("params") ? object.get("params") : Json.object();
        if (!(params instanceof ObjectNode members)) {
            return notARequest("`params` must be an object.", id);
        }
        String method = object.get("method").asString();
        return read(
                id == null
                        ? new JsonRpcMessage.Notification(method, members)
                        : new JsonRpcMessage.Call(id, method, members));
    }

    private static ParsedBody read(JsonRpcMessage message) {
        return new ParsedBody.Read(List.of(message), false);
    }

    private static ParsedBody notARequest(String message, @Nullable JsonNode id) {
        return unreadable(ProtocolError.NOT_A_REQUEST, message, id);
    }

    private static ParsedBody unreadable(int code, String message, @Nullable JsonNode id) {
        return new ParsedBody.Unreadable(ProtocolError.of(400, code, message), id);
    }
}
