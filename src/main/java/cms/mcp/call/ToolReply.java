package cms.mcp.call;

import cms.platform.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The reply of a tool to the model.
 *
 * @param failed whether nothing was done
 * @param branch branch of the change that was written; null when nothing was
 * @param ask question to a person who has to agree first; null when none is needed
 */
public record ToolReply(
        ObjectNode value,
        boolean failed,
        @Nullable String branch,
        @Nullable String ask) {
    public static ToolReply of(ObjectNode value) {
        return new ToolReply(value, false, null, null);
    }

    public static ToolReply written(ObjectNode value, @Nullable String branch) {
        return new ToolReply(value, false, branch, null);
    }

    public static ToolReply failed(ObjectNode value) {
        value.withArray("issues");
        return new ToolReply(value.put("changed", false), true, null, null);
    }

    /** The reply of a call that waits for a person's consent, or for {@code confirm: true} in a repeat. */
    public static ToolReply confirm(String what) {
        ObjectNode value = Json.object()
                .put("error", "CONFIRMATION_REQUIRED")
                .put("message", what + " Repeat the call with confirm: true if that is meant.")
                .put("hint", "confirm: true")
                .put("retryable", true)
                .put("changed", false);
        value.putArray("issues")
                .addObject()
                .put("path", "confirm")
                .put("code", "required")
                .put("message", "confirm: true says that a person means it.");
        return new ToolReply(value, true, null, what);
    }
}
