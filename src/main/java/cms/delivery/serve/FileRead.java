package cms.delivery.serve;

import cms.delivery.wire.Coding;
import org.jspecify.annotations.Nullable;

/**
 * A read as it came: the caller, and the file it asks for.
 *
 * @param path what follows {@code /api/cdn/v1/}, still percent-encoded
 * @param authorization the header, null without one
 * @param options which form of the file
 */
record FileRead(String path, @Nullable String authorization, ReadOptions options) {
    /**
     * Which form of a file, and how much of it.
     *
     * @param ifNoneMatch the header, null without one
     * @param coding what the reader likes best
     * @param range the header, null without one and for {@code HEAD}
     * @param ifRange the header, null without one
     * @param head whether only the headers are wanted
     */
    record ReadOptions(
            @Nullable String ifNoneMatch,
            Coding coding,
            @Nullable String range,
            @Nullable String ifRange,
            boolean head) {}
}
