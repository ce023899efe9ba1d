package cms.content.snapshot;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/**
 * The times at which an entry was created and last changed, and its creator, by the repository's history (spec 2.8).
 */
record EntryTime(Instant created, Instant updated, String createdBy) {
    EntryTime updatedAt(Instant later) {
        return new EntryTime(created, later, createdBy);
    }

    void writeTo(ObjectNode meta) {
        meta.put("createdAt", created.toString())
                .put("updatedAt", updated.toString())
                .put("createdBy", createdBy);
    }
}
