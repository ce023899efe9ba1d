package cms.githost;

import org.jspecify.annotations.Nullable;

/**
 * Announced when the remote host reported a push to a connected repository; at least once, and perhaps out of order, so
 * it says that there is something to fetch and not what the branch is now.
 *
 * @param branch without {@code refs/heads/}
 * @param before null when the branch is new
 * @param after null when the branch is gone
 */
public record RepositoryPushed(
        String fullName,
        String branch,
        @Nullable String before,
        @Nullable String after,
        boolean forced) {}
