package cms.githost.remote.api;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One call of the host's REST interface.
 *
 * @param path from the API's address on, with encoded segments and its query
 * @param body for POST, PUT and PATCH
 * @param timeout null for that of the settings
 */
public record ApiCall(
        Identity as,
        String method,
        String path,
        Optional<JsonNode> body,
        @Nullable Duration timeout) {
    public static ApiCall get(Identity as, String path) {
        return new ApiCall(as, "GET", path, Optional.empty(), null);
    }

    public static ApiCall send(Identity as, String method, String path, JsonNode body) {
        return new ApiCall(as, method, path, Optional.of(body), null);
    }

    public ApiCall within(Duration newTimeout) {
        return new ApiCall(as, method, path, body, newTimeout);
    }

    /** The call for another page of the same list. */
    ApiCall at(String query) {
        int mark = path.indexOf('?');
        return new ApiCall(as, method, (mark < 0 ? path : path.substring(0, mark)) + "?" + query, body, timeout);
    }

    boolean isRead() {
        return method.equals("GET");
    }
}
