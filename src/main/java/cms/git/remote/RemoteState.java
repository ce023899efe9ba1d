package cms.git.remote;

import cms.platform.failure.Failure;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of the connection between a mirror and its host.
 *
 * @param lookedAt when the host was last asked successfully; null for not since the start
 * @param error the failure that writes get at present; null while the host answers
 * @param progress of the fetch that is running; null while none is
 */
public record RemoteState(
        @Nullable Instant lookedAt,
        @Nullable Failure error,
        @Nullable FetchProgress progress) {}
