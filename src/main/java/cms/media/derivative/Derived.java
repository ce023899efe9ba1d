package cms.media.derivative;

import java.nio.channels.FileChannel;

/**
 * A derivative, opened for the handler that sends it.
 *
 * @param channel closed by the reader
 * @param hash SHA-256 of its bytes in lower-case hexadecimal digits
 * @param byAccept whether the format depends on the {@code Accept} header
 * @param passing whether a better format is being made, so that caches should keep this one for a short time only
 */
public record Derived(
        FileChannel channel, String contentType, long size, String hash, boolean byAccept, boolean passing) {}
