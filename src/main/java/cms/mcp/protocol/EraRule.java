package cms.mcp.protocol;

import java.util.Optional;

/** Decides from a request alone which era of the protocol it belongs to. */
final class EraRule {
    private EraRule() {}

    /**
     * Whether a body belongs to the era without sessions.
     *
     * @param version the header {@code MCP-Protocol-Version}, if it was sent
     */
    static boolean isStateless(ParsedBody.Read read, Optional<String> version) {
        boolean says = read.calls().stream().anyMatch(call -> call.meta().has(MetaKeys.VERSION));
        boolean headerSays = version.isPresent()
                && version.flatMap(Revision::of)
                        .filter(revision -> !revision.isStateless())
                        .isEmpty();
        boolean methodSays = read.calls().stream()
                .anyMatch(call ->
                        call.method().equals(Methods.DISCOVER) || call.method().equals(Methods.LISTEN));
        return says || headerSays || methodSays;
    }
}
