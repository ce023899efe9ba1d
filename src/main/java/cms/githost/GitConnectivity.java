package cms.githost;

import org.jspecify.annotations.Nullable;

/**
 * Whether the Git host answers for a repository, as {@code P/health} tells it.
 *
 * @param error a sentence that is safe to show; null while connected
 */
public record GitConnectivity(boolean connected, @Nullable String error) {}
