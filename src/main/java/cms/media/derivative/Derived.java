package cms.media.derivative;

import java.nio.channels.FileChannel;

/**
 * A derivative, open for the handler that sends it.
 *
 * @param channel to be closed by the reader
 * @param hash SHA-256 of its bytes in lower-case hexadecimal digits
 * @param byAccept whether another {@code Accept} would have got another format
 * @param passing whether a better one is being made, so that nobody should keep this one for long
 */
public record Derived(
        FileChannel channel, String contentType, long size, String hash, boolean byAccept, boolean passing) {}
