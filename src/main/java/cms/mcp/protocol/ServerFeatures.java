package cms.mcp.protocol;

import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools, resources and prompts of one caller. Each method answers from the present state. */
public interface ServerFeatures {
    /** The definitions of the tools that this caller may call, in a fixed order. */
    List<ObjectNode> tools();

    /** Counts further calls of a batch against the limit of the minute; all of them or none. */
    Optional<ProtocolError> countOfMinute(int more);

    /**
     * The refusal of a call of this tool before it is counted; empty when the call may go on or the tool is unknown.
     */
    Optional<ProtocolError> refusal(String tool);

    /** Whether a tool has this name, or the name is one that answers which capability is missing. */
    boolean knows(String tool);

    /** Whether a call may take so long that its progress is reported to the client. */
    boolean reportsProgress(String tool);

    /** Whether a call only reads and computes, so that it is run in a computing turn of its workspace. */
    boolean computes(String tool);

    /** The workspace whose computing turn a call takes. */
    String workspaceId();

    /** Counts the calls of a request against the monthly limits; the refusal when they are too many. */
    Optional<ProtocolError> count(List<String> tools);

    /** Carries out a call that was counted. */
    ToolOutcome call(ToolCall call);

    List<ObjectNode> resources();

    List<ObjectNode> resourceTemplates();

    /** The text of a resource; empty when there is none that this caller may read. */
    Optional<ResourceText> resource(String uri);

    List<ObjectNode> prompts();

    /** The result of {@code prompts/get}, or what is wrong with the arguments; empty when there is no such prompt. */
    Optional<PromptText> prompt(String name, ObjectNode arguments);

    /** The text of a resource. */
    record ResourceText(String mimeType, String text) {}

    /** A prompt with its arguments filled in. */
    sealed interface PromptText {
        /** @param messages with which the client begins the conversation */
        record Filled(String description, ArrayNode messages) implements PromptText {
            /** A prompt of one text in the role of the user. */
            public static Filled of(String description, String text) {
                ArrayNode messages = Json.object().putArray("messages");
                ObjectNode message = messages.addObject().put("role", "user");
                message.putObject("content").put("type", "text").put("text", text);
                return new Filled(description, messages);
            }
        }

        record Refused(String message) implements PromptText {}
    }
}
