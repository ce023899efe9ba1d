package cms.githost.builtin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the host knows about a repository beside its files. */
record RepositoryCard(
        long id,
        String fullName,
        boolean isPrivate,
        @Nullable String description,
        Instant createdAt) {}
