package cms.delivery.serve;

import cms.delivery.wire.Coding;
import org.jspecify.annotations.Nullable;

/**
 * A request for a file: the caller's header, the path, and the form of the file.
 *
 * @param path the path behind {@code /api/cdn/v1/}, still percent-encoded
 * @param authorization the header, null without one
 * @param options the wanted form of the file
 */
record FileRead(String path, @Nullable String authorization, ReadOptions options) {
    /**
     * The wanted form of a file, and the wanted part of it.
     *
     * @param ifNoneMatch the header, null without one
     * @param coding the coding that the client prefers
     * @param range the header, null without one and for {@code HEAD}
     * @param ifRange the header, null without one
     * @param head whether the method is {@code HEAD}
     */
    record ReadOptions(
            @Nullable String ifNoneMatch,
            Coding coding,
            @Nullable String range,
            @Nullable String ifRange,
            boolean head) {}
}
