package cms.agent.desk;

import cms.access.Capability;
import cms.access.Rights;
import cms.agent.model.AgentLimits;
import java.time.Duration;
import java.util.Set;

/** One tool (spec 4.9). Its card, what a model is told of it, stands in {@code agent/tools.json} under its name. */
public interface Tool {
    String name();

    /** The capability that a caller needs: without it the tool is not offered, and its call is refused. */
    Capability least();

    /**
     * Whether a speaker may be offered it and call it.
     *
     * @param named the tools that the speaker was narrowed to; empty for all ({@link Speaker#tools})
     * @param rights of the speaker by now
     */
    default boolean isAllowed(Set<String> named, Rights rights) {
        return (named.isEmpty() || named.contains(name())) && rights.may(least());
    }

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
