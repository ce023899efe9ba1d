package cms.githost.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A repository as the host lists it (reference 3.5).
 *
 * @param language main language by the host, or by marker files; null when unknown
 * @param updatedAt the time of the newest commit on the default branch, or the creation
 */
public record HostedRepository(
        long id,
        String fullName,
        boolean isPrivate,
        String defaultBranch,
        @Nullable String description,
        @Nullable String language,
        Instant updatedAt) {
    public String name() {
        return fullName.substring(fullName.indexOf('/') + 1);
    }

    public String owner() {
        return fullName.substring(0, fullName.indexOf('/'));
    }
}
