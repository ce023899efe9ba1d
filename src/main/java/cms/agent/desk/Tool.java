package cms.agent.desk;

import cms.access.Capability;
import cms.agent.model.AgentLimits;
import java.time.Duration;

/** One tool (spec 4.9). Its card, what a model is told of it, stands in {@code agent/tools.json} under its name. */
public interface Tool {
    String name();

    /** The capability that a caller needs: without it the tool is not offered, and its call is refused. */
    Capability least();

    /** Whether it changes anything. */
    default boolean writes() {
        return false;
    }

    /** How long it may take. */
    default Duration timeout() {
        return writes() ? AgentLimits.WRITE_MAX : AgentLimits.READ_MAX;
    }

    /**
     * Carries a call out.
     *
     * @param input fits the card's schema
     * @throws cms.platform.failure.Failure whatever a verb refuses; the model is told of it
     */
    ToolResult run(ToolInput input, Work work);
}
