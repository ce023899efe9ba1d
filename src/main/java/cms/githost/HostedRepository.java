package cms.githost;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A repository as the host lists it (reference 3.5).
 *
 * @param language the main language as far as marker files tell; null otherwise
 * @param updatedAt the time of the newest commit on the default branch, or the creation
 */
record HostedRepository(
        long id,
        String fullName,
        boolean isPrivate,
        String defaultBranch,
        @Nullable String description,
        @Nullable String language,
        Instant updatedAt) {
    String name() {
        return fullName.substring(fullName.indexOf('/') + 1);
    }

    String owner() {
        return fullName.substring(0, fullName.indexOf('/'));
    }
}
