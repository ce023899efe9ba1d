package cms.githost.builtin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The built-in host's record of a repository, beside its files. */
record RepositoryCard(
        long id,
        String fullName,
        boolean isPrivate,
        @Nullable String description,
        Instant createdAt) {}
