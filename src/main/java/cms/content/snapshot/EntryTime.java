package cms.content.snapshot;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** When an entry came and last changed, and who brought it, as the history of the repository tells (spec 2.8). */
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
