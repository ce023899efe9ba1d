package cms.activity;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of the log (spec 2.18).
 *
 * @param workspaceId null for what belongs to a person alone, such as a profile
 * @param action what was done, such as {@code delete_project}
 * @param actor the id of the user who did it; null when nobody did
 * @param entity the table or resource that the record belongs to
 */
record Entry(
        String id,
        @Nullable String workspaceId,
        @Nullable String projectId,
        String action,
        @Nullable String actor,
        String entity,
        @Nullable String recordId,
        Origin origin,
        Instant createdAt) {
    /** Through what it came. */
    enum Origin {
        /** A request of the person, from a browser or a command line. */
        APP,
        /** It went because what it belonged to went. */
        CASCADE,
        /** A push. */
        GIT;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
