package cms.agent.tools;

import cms.agent.desk.ToolResult;

/** What tools of rooms answer that this service does not run. */
final class Absent {
    private Absent() {}

    static ToolResult media() {
        return ToolResult.failed(
                "unavailable",
                "This service keeps no media.",
                "Tell the person; text fields can hold the address of a picture elsewhere.");
    }
}
