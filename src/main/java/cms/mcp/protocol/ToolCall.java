package cms.mcp.protocol;

import cms.platform.compute.Turn;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call of a tool.
 *
 * @param client the name of the client's program, as it says; empty when it does not
 * @param question what the client can be asked, and what it answered
 * @param turn where it computes, in turn with other workspaces
 * @param progress takes what part is done, from 0 to 1; does nothing where the client did not ask for it
 * @param cancelled whether the client has taken the call back; what writes goes on to its end all the same
 */
public record ToolCall(
        String tool,
        ObjectNode arguments,
        String client,
        Elicitation question,
        Turn turn,
        DoubleConsumer progress,
        BooleanSupplier cancelled) {}
