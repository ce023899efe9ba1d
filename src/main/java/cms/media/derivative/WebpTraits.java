package cms.media.derivative;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/** Traits of a WebP file that this service has made, read from its first bytes. */
record WebpTraits(boolean alpha, boolean animated) {
    private static final int HEAD_BYTES = 30;
    private static final int KIND_AT = 12;
    private static final int FLAGS_AT = 20;
    private static final int LOSSLESS_ALPHA_AT = 24;
    private static final int ALPHA = 0x10;
    private static final int ANIMATION = 0x02;

    static WebpTraits of(FileChannel file) {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        try {
            int read = 0;
            while (head.hasRemaining() && read >= 0) {
                read = file.read(head, head.position());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        if (head.hasRemaining()) {
            return new WebpTraits(false, false);
        }
        String kind = new String(head.array(), KIND_AT, 4, StandardCharsets.ISO_8859_1);
        return switch (kind) {
            case "VP8X" -> new WebpTraits((head.get(FLAGS_AT) & ALPHA) != 0, (head.get(FLAGS_AT) & ANIMATION) != 0);
            case "VP8L" -> new WebpTraits((head.get(LOSSLESS_ALPHA_AT) & ALPHA) != 0, false);
            default -> new WebpTraits(false, false);
        };
    }
}
