package cms.mcp.protocol;

/** Members of {@code _meta} that the stateless revision reads and writes. */
final class MetaKeys {
    private static final String PREFIX = "io.modelcontextprotocol/";

    static final String VERSION = PREFIX + "protocolVersion";
    static final String CAPABILITIES = PREFIX + "clientCapabilities";
    static final String CLIENT = PREFIX + "clientInfo";
    static final String SERVER = PREFIX + "serverInfo";
    static final String SUBSCRIPTION = PREFIX + "subscriptionId";

    private MetaKeys() {}
}
