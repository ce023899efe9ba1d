package cms.platform.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The stored answer of a request that was carried out.
 *
 * @param content hash of the content
 * @param status null while the write is recorded and the answer is not known
 * @param recordId id of the row that the request reported as made
 */
record StoredAnswer(
        String content,
        @Nullable Integer status,
        @Nullable String mediaType,
        @Nullable String body,
        @Nullable String recordId) {}
