package cms.agent.wire;

/** Names of tools as servers take them back. */
final class ToolNames {
    private ToolNames() {}

    /** A model may ask for a tool by any name; servers refuse a history in which it is no name at all. */
    static String sent(String name) {
        return name.matches("[A-Za-z0-9_-]{1,64}") ? name : "unknown_tool";
    }
}
