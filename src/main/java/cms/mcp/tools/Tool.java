package cms.mcp.tools;

/** One remote tool. Its card (texts and schemas) stands in {@code mcp/tools.json} under its name. */
interface Tool {
    String name();

    /** Carries the call out; a {@code Failure} becomes an error for the model. */
    ToolReply call(Arguments arguments, ToolContext context);
}
