package cms.mcp.protocol;

import cms.platform.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The error of a message that is not carried out.
 *
 * @param status of HTTP; 200 where the client is meant to read the code
 * @param code of JSON-RPC; refusals of this service have the status times 100 and a number
 * @param message what to change, safe to show to a model
 */
public record ProtocolError(
        int status, int code, String message, @Nullable JsonNode data) {
    /** Member of {@code data} with the seconds after which to call again; a header repeats it. */
    public static final String RETRY_AFTER = "retryAfterSeconds";

    static final int NOT_JSON = -32700;
    static final int NOT_A_REQUEST = -32600;
    static final int UNKNOWN_METHOD = -32601;
    static final int WRONG_PARAMETERS = -32602;
    static final int WRONG_HEADER = -32020;
    static final int WRONG_VERSION = -32022;

    /** A refusal without details. */
    public static ProtocolError of(int status, int code, String message) {
        return new ProtocolError(status, code, message, null);
    }

    public static ProtocolError wrongParameters(String message) {
        return of(200, WRONG_PARAMETERS, message);
    }

    /** The message on the wire; {@code id} is that of the request, where it could be read. */
    public ObjectNode json(@Nullable JsonNode id) {
        ObjectNode json = Json.object().put("jsonrpc", "2.0");
        if (id != null) {
            json.set("id", id);
        }
        ObjectNode error = json.putObject("error").put("code", code).put("message", message);
        if (data != null) {
            error.set("data", data);
        }
        return json;
    }
}
