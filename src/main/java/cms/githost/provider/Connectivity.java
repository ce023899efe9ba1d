package cms.githost.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether the host answers for a repository.
 *
 * @param error a sentence that is safe to show; null while connected
 * @param checkedAt when the host was last asked
 */
public record Connectivity(boolean connected, @Nullable String error, Instant checkedAt) {}
