package cms.mcp.call;

import cms.platform.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The reply of a tool to the model.
 *
 * @param failed whether nothing was done
 * @param branch the change that holds what was written; null when nothing was
 * @param ask words for a person who has to agree first; null when nobody has to
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

    /** Nothing is done before a person has agreed, or the call repeats itself with {@code confirm: true}. */
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
