package cms.agent.desk;

import tools.jackson.databind.node.ObjectNode;

/** Keeps a call until a person has agreed to it. */
@FunctionalInterface
public interface Parking {
    /**
     * @param input as it was checked
     * @return the result for the client: {@code { status, confirmation: { code, summary, impact, expiresAt } }}
     */
    ObjectNode park(Tool tool, ToolInput input, Risk.Impact impact);
}
