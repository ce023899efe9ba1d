package cms.agent.desk;

import cms.access.Capability;
import cms.access.Rights;
import cms.agent.model.AgentLimits;
import java.time.Duration;
import java.util.Set;

/** One tool (spec 4.9). Its description for models is in {@code agent/tools.json} under its name. */
public interface Tool {
    String name();

    /** The capability that a caller needs: without it the tool is not offered, and its call is refused. */
    Capability least();

    /**
     * Whether a speaker may see and call the tool.
     *
     * @param named the tools that the speaker is restricted to; empty for all ({@link Speaker#tools})
     * @param rights of the speaker at this moment
     */
    default boolean isAllowed(Set<String> named, Rights rights) {
        return (named.isEmpty() || named.contains(name())) && rights.may(least());
    }

    /** Whether the tool changes anything. */
    default boolean writes() {
        return false;
    }

    /** How long a call may take. */
    default Duration timeout() {
        return writes() ? AgentLimits.WRITE_MAX : AgentLimits.READ_MAX;
    }

    /**
     * Carries a call out.
     *
     * @param input valid by the schema
     * @throws cms.platform.failure.Failure any refusal of a called room, which becomes a result for the model
     */
    ToolResult run(ToolInput input, Work work);
}
