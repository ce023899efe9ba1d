package cms.delivery;

import org.jspecify.annotations.Nullable;

/**
 * Announced in the transaction that ends a build, and so in the one that makes a release current; also a signal, so
 * that every instance receives it.
 *
 * @param status {@code completed} or {@code failed}
 */
public record BuildFinished(
        String projectId,
        String buildId,
        String status,
        int filesUploaded,
        long durationMs,
        @Nullable String error) {}
