package cms.mcp.protocol;

import cms.platform.compute.Turn;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call of a tool.
 *
 * @param client name of the client's program; empty when it sends none
 * @param question whether the client can be asked, and its answer
 * @param turn runs computations in turn with other workspaces
 * @param progress takes the completed share, from 0 to 1; does nothing where the client did not ask for it
 * @param cancelled whether the client has cancelled the call; a write is completed all the same
 */
public record ToolCall(
        String tool,
        ObjectNode arguments,
        String client,
        Elicitation question,
        Turn turn,
        DoubleConsumer progress,
        BooleanSupplier cancelled) {}
