package cms.mcp.protocol;

import tools.jackson.databind.node.ObjectNode;

/** What a call of a tool came to. */
public sealed interface ToolOutcome {
    /**
     * An answer for the model.
     *
     * @param value shown as text and as structured content alike
     * @param failed whether the model is told that the call failed
     * @param meta the {@code _meta} of the result
     */
    record Done(ObjectNode value, boolean failed, ObjectNode meta) implements ToolOutcome {}

    /**
     * The person has to be asked first.
     *
     * @param message words of ours, counts and ids only
     * @param state sealed; comes back with the answer
     */
    record Asks(String message, String state) implements ToolOutcome {}

    /** The request itself is wrong. */
    record Refused(ProtocolError error) implements ToolOutcome {}
}
