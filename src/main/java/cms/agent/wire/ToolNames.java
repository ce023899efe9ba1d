package cms.agent.wire;

/** Names of tools in the form that servers accept. */
final class ToolNames {
    private ToolNames() {}

    /**
     * The name, replaced where it is malformed: a model may call a tool by any name, and servers refuse a history with
     * a malformed one.
     */
    static String sent(String name) {
        return name.matches("[A-Za-z0-9_-]{1,64}") ? name : "unknown_tool";
    }
}
