package cms.mcp.protocol;

import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** The checks of a request without a session: its {@code _meta}, and the headers that mirror the body. */
final class StatelessHeaders {
    private static final String ENCODED_BEGIN = "=?base64?";
    private static final String ENCODED_END = "?=";

    private StatelessHeaders() {}

    /** The error of a request; empty when it may be carried out. */
    static Optional<ProtocolError> check(JsonRpcMessage.Call call, Function<String, Optional<String>> header) {
        ObjectNode meta = call.meta();
        String version = meta.path(MetaKeys.VERSION).asString("");
        if (version.isEmpty() || !meta.path(MetaKeys.CAPABILITIES).isObject()) {
            return Optional.of(ProtocolError.of(
                    400,
                    ProtocolError.WRONG_PARAMETERS,
                    "`params._meta` needs `" + MetaKeys.VERSION + "` and `" + MetaKeys.CAPABILITIES + "`."));
        }
        return mirrored(header, "MCP-Protocol-Version", version)
                .or(() -> served(version))
                .or(() -> mirrored(header, "Mcp-Method", call.method()))
                .or(() -> call.hasTarget() ? mirrored(header, "Mcp-Name", call.target()) : Optional.empty());
    }

    private static Optional<ProtocolError> served(String version) {
        if (Revision.of(version).filter(Revision::isStateless).isPresent()) {
            return Optional.empty();
        }
        ObjectNode data = Json.object().put("requested", version);
        Revision.dates().forEach(data.putArray("supported")::add);
        return Optional.of(new ProtocolError(
                400, ProtocolError.WRONG_VERSION, "This protocol version is not served without a session.", data));
    }

    private static Optional<ProtocolError> mirrored(
            Function<String, Optional<String>> header, String name, String expected) {
        Optional<String> value = header.apply(name).map(String::strip).flatMap(StatelessHeaders::decoded);
        if (value.filter(expected::equals).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new ProtocolError(
                400,
                ProtocolError.WRONG_HEADER,
                "The header " + name + " must repeat what the body says.",
                Json.object().put("header", name).put("expected", expected)));
    }

    /** The value, decoded where it is in Base64; empty when that is malformed. */
    private static Optional<String> decoded(String value) {
        if (!value.startsWith(ENCODED_BEGIN) || !value.endsWith(ENCODED_END)) {
            return Optional.of(value);
        }
        try {
            String inner = value.substring(ENCODED_BEGIN.length(), value.length() - ENCODED_END.length());
            return Optional.of(new String(Base64.getDecoder().decode(inner), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        } catch (IndexOutOfBoundsException tooShort) {
            return Optional.empty();
        }
    }
}
