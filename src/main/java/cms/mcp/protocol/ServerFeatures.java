package cms.mcp.protocol;

import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools, resources and prompts of one caller. Each method answers from the state of the moment. */
public interface ServerFeatures {
    /** The cards of the tools that this caller may call, in a fixed order. */
    List<ObjectNode> tools();

    /** Counts further calls of a batch against the limit of the minute; all of them or none. */
    Optional<ProtocolError> countOfMinute(int more);

    /** Why a call of this tool is refused before anything is counted; empty when it may go on or is unknown. */
    Optional<ProtocolError> refusal(String tool);

    /** Whether there is such a tool, or a name that answers what is missing here. */
    boolean knows(String tool);

    /** Whether a call may take so long that a client is told how far it is. */
    boolean reportsProgress(String tool);

    /** Whether a call only reads and computes, which is done as one piece in turn with other workspaces. */
    boolean computes(String tool);

    /** Whose turn it is when a call computes. */
    String workspaceId();

    /** Counts the calls of a request against what the month allows; the refusal when they are too many. */
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

    /** What is read of a resource. */
    record ResourceText(String mimeType, String text) {}

    /** A prompt with its arguments filled in. */
    sealed interface PromptText {
        /** @param messages of the conversation that the client begins with */
        record Filled(String description, ArrayNode messages) implements PromptText {
            /** One text, said by the person. */
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
