package cms.agent.desk;

import cms.access.Capability;

/** One tool (spec 4.9). Its card, what a model is told of it, stands in {@code agent/tools.json} under its name. */
public interface Tool {
    String name();

    /** Who may not do this is not offered the tool, and is refused at the call. */
    Capability least();

    /** Whether it changes anything. */
    default boolean writes() {
        return false;
    }

    /** Whether what it answers was written by strangers; a turn that has read it is tainted. */
    default boolean readsStrangers() {
        return false;
    }

    /**
     * Carries a call out.
     *
     * @param input fits the card's schema
     * @throws cms.platform.failure.Failure whatever a verb refuses; the model is told of it
     */
    ToolResult run(ToolInput input, Work work);
}
