package cms.mcp.protocol;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The messages of a request's body, or the error that keeps it from being read. */
sealed interface ParsedBody {
    /**
     * Messages, in their order.
     *
     * @param batch whether they came as an array
     */
    record Read(List<JsonRpcMessage> messages, boolean batch) implements ParsedBody {
        Optional<JsonRpcMessage.Call> onlyCall() {
            return messages.size() == 1 && messages.getFirst() instanceof JsonRpcMessage.Call call
                    ? Optional.of(call)
                    : Optional.empty();
        }

        List<JsonRpcMessage.Call> calls() {
            return messages.stream()
                    .filter(JsonRpcMessage.Call.class::isInstance)
                    .map(JsonRpcMessage.Call.class::cast)
                    .toList();
        }
    }

    /** A body that cannot be carried out; {@code id} if it could be read. */
    record Unreadable(ProtocolError error, @Nullable JsonNode id) implements ParsedBody {}
}
