package cms.mcp.call;

/** One remote tool. Its definition (texts and schemas) is in {@code mcp/tools.json} under its name. */
public interface Tool {
    String name();

    /** Carries the call out; a {@code Failure} becomes an error for the model. */
    ToolReply call(Arguments arguments, ToolContext context);
}
