package cms.platform.pictures.worker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Removes metadata that some versions of libvips write after the pixels of a WebP unasked: 8.14 makes up Exif for a
 * picture that has none (developers.google.com/speed/webp/docs/riff_container).
 */
final class WebpTail {
    private static final int HEAD_BYTES = 12;
    private static final int CHUNK_HEAD_BYTES = 8;
    private static final int EXIF_AND_XMP = 0x08 | 0x04;

    private WebpTail() {}

    /** @throws IOException when the bytes are not a WebP file */
    static void cut(Path file) throws IOException {
        try (RandomAccessFile webp = new RandomAccessFile(file.toFile(), "rw")) {
            long flagsAt = 0;
            long at = HEAD_BYTES;
            while (at + CHUNK_HEAD_BYTES <= webp.length()) {
                webp.seek(at);
                String name = name(webp);
                long length = Integer.toUnsignedLong(Integer.reverseBytes(webp.readInt()));
                if (name.equals("EXIF") || name.equals("XMP ")) {
                    end(webp, at, flagsAt);
                    return;
                }
                if (name.equals("VP8X")) {
                    flagsAt = at + CHUNK_HEAD_BYTES;
                }
                at += CHUNK_HEAD_BYTES + length + length % 2;
            }
        }
    }

    private static void end(RandomAccessFile webp, long at, long flagsAt) throws IOException {
        webp.setLength(at);
        webp.seek(Integer.BYTES);
        webp.writeInt(Integer.reverseBytes((int) at - CHUNK_HEAD_BYTES));
        if (flagsAt > 0) {
            webp.seek(flagsAt);
            int flags = webp.read();
            webp.seek(flagsAt);
            webp.write(flags & ~EXIF_AND_XMP);
        }
    }

    private static String name(RandomAccessFile webp) throws IOException {
        byte[] name = new byte[Integer.BYTES];
        webp.readFully(name);
        return new String(name, StandardCharsets.US_ASCII);
    }
}
