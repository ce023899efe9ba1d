package cms.githost.provider;

import java.time.Instant;

/**
 * The last known state of a connected repository at its host.
 *
 * @param id the host's number for it, which stays when the name changes
 * @param protectedDefault whether the host said, or a push showed, that the default branch takes pull requests only
 * @param lookedAt when the host was last asked
 */
public record RepositoryState(
        long id,
        String fullName,
        long installationId,
        String defaultBranch,
        boolean protectedDefault,
        AccessStatus reach,
        Instant lookedAt) {}
