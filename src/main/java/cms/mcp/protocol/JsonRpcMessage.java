package cms.mcp.protocol;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One JSON-RPC message of a client. */
sealed interface JsonRpcMessage {
    /**
     * A request, which gets one answer.
     *
     * @param id a text or a number, repeated in the answer
     */
    record Call(JsonNode id, String method, ObjectNode params) implements JsonRpcMessage {
        /** The {@code _meta} of the request; empty when there is none. */
        ObjectNode meta() {
            return JsonRpcMessage.meta(params);
        }

        /** The target of the request: the name of a tool or a prompt, or the URI of a resource; empty when absent. */
        String target() {
            return switch (method) {
                case Methods.CALL_TOOL, Methods.GET_PROMPT ->
                    params.path("name").asString("");
                case Methods.READ_RESOURCE -> params.path("uri").asString("");
                default -> "";
            };
        }

        boolean hasTarget() {
            return method.equals(Methods.CALL_TOOL)
                    || method.equals(Methods.GET_PROMPT)
                    || method.equals(Methods.READ_RESOURCE);
        }
    }

    /** A notification, which gets no answer. */
    record Notification(String method, ObjectNode params) implements JsonRpcMessage {}

    /** An answer to a request of the server, which this server never sends. */
    record Response() implements JsonRpcMessage {}

    private static ObjectNode meta(ObjectNode params) {
        return params.get("_meta") instanceof ObjectNode meta ? meta : params.objectNode();
    }
}
