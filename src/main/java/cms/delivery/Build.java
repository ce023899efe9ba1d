package cms.delivery;

import java.time.Instant;

/** A build that has begun. */
record Build(
        String id, String projectId, BuildTrigger trigger, String branch, String commitSha, Instant startedAt) {}
