package cms.git.remote;

import cms.platform.failure.Failure;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How it goes between a mirror and its host.
 *
 * @param lookedAt when the host was last asked with success; null for not since the start
 * @param error what every write answers at present; null while all is well
 * @param progress of the fetch that is running; null while none is
 */
public record RemoteState(
        @Nullable Instant lookedAt,
        @Nullable Failure error,
        @Nullable FetchProgress progress) {}
