package cms.delivery.preview;

import cms.platform.json.Json;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * One link to an open change.
 *
 * @param userId the maker; the link shows only files that this person may see at the time
 * @param paths delivery paths, those that end in a slash with all below; empty for every path
 */
record Preview(
        String id,
        String projectId,
        String userId,
        String branch,
        List<String> paths,
        Instant createdAt,
        Instant expiresAt) {
    Preview {
        paths = List.copyOf(paths);
    }

    /** Whether the link shows the file at a delivery path. */
    boolean covers(String path) {
        return paths.isEmpty()
                || paths.stream().anyMatch(one -> one.endsWith("/") ? path.startsWith(one) : path.equals(one));
    }

    ObjectNode json() {
        ObjectNode json = Json.object().put("id", id).put("branch", branch);
        paths.forEach(json.putArray("paths")::add);
        return json.put("createdBy", userId)
                .put("createdAt", createdAt.toString())
                .put("expiresAt", expiresAt.toString());
    }
}
