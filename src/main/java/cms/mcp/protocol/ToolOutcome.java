package cms.mcp.protocol;

import cms.platform.json.Json;
import cms.platform.json.VisibleJson;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of a call of a tool. */
public sealed interface ToolOutcome {
    /**
     * An answer for the model.
     *
     * @param content blocks that clients show
     * @param structured the same for programs, where a tool has it
     * @param failed whether the result is marked as an error for the model
     * @param meta the {@code _meta} of the result
     */
    record Done(ArrayNode content, Optional<ObjectNode> structured, boolean failed, ObjectNode meta)
            implements ToolOutcome {
        /** A value twice, as text and as structured content, because clients show the one, the other or both. */
        public static Done of(ObjectNode value, boolean failed, ObjectNode meta) {
            ArrayNode content = Json.object().putArray("content");
            content.addObject().put("type", "text").put("text", VisibleJson.text(value));
            return new Done(content, Optional.of(value), failed, meta);
        }
    }

    /**
     * The person has to be asked first.
     *
     * @param state sealed; comes back with the answer
     */
    record Asks(Elicitation.ElicitationForm form, String state) implements ToolOutcome {}

    /** The request itself is invalid. */
    record Refused(ProtocolError error) implements ToolOutcome {}
}
