package cms.mcp.protocol;

/** The methods of requests that are served. */
final class Methods {
    static final String INITIALIZE = "initialize";
    static final String PING = "ping";
    static final String DISCOVER = "server/discover";
    static final String LISTEN = "subscriptions/listen";
    static final String LIST_TOOLS = "tools/list";
    static final String CALL_TOOL = "tools/call";
    static final String LIST_RESOURCES = "resources/list";
    static final String LIST_TEMPLATES = "resources/templates/list";
    static final String READ_RESOURCE = "resources/read";
    static final String LIST_PROMPTS = "prompts/list";
    static final String GET_PROMPT = "prompts/get";

    private Methods() {}
}
