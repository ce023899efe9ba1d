package cms.activity;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of the log (spec 2.18).
 *
 * @param workspaceId null for a record that belongs to a person alone, such as a profile
 * @param action the name of the action, such as {@code delete_project}
 * @param actor the id of the user who did it; null when no user did
 * @param origin the way in, a key of {@link cms.access.Author.Origin}, or {@link #CASCADE}
 * @param via the key, app or conversation that was acted through; null for the person's own session
 * @param note the person's comment
 * @param entity the table or resource that the record belongs to
 */
record ActivityEntry(
        String id,
        @Nullable String workspaceId,
        @Nullable String projectId,
        String action,
        @Nullable String actor,
        String entity,
        @Nullable String recordId,
        String origin,
        @Nullable String via,
        @Nullable String note,
        Instant createdAt) {
    /** The origin of a deletion that followed from another: of records of a deleted project, for instance. */
    static final String CASCADE = "cascade";
}
