package cms.platform.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The stored answer of a request that was carried out.
 *
 * @param content tells the body from others
 * @param status null while only the write is known and not the answer
 * @param recordId the row that the request made, as far as it said so
 */
record StoredAnswer(
        String content,
        @Nullable Integer status,
        @Nullable String mediaType,
        @Nullable String body,
        @Nullable String recordId) {}
