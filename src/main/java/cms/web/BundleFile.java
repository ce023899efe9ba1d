package cms.web;

import cms.platform.door.AcceptEncoding;
import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * One file of the studio. Its name contains a digest of its content, so that it never changes; each compressed form is
 * made at its first request.
 */
final class BundleFile {
    /**
     * Result a tenth smaller than the best gzip; higher qualities take a tenth of a second and more for the largest
     * file.
     */
    private static final int BROTLI_QUALITY = 9;

    private static final int BROTLI_WINDOW_BITS = 22;

    private final String contentType;
    private final byte[] bytes;
    private final Map<FileCoding, byte[]> forms = new ConcurrentHashMap<>();

    /** The content coding of a file. */
    enum FileCoding {
        IDENTITY,
        GZIP,
        BROTLI;

        /** The smallest form that an {@code Accept-Encoding} header accepts (RFC 9110, 12.5.3). */
        static FileCoding smallest(String acceptEncoding) {
            if (AcceptEncoding.weight(acceptEncoding, "br") > 0 && Brotli4jLoader.isAvailable()) {
                return BROTLI;
            }
            return AcceptEncoding.weight(acceptEncoding, "gzip") > 0 ? GZIP : IDENTITY;
        }
    }

    BundleFile(String contentType, byte[] bytes) {
        this.contentType = contentType;
        this.bytes = bytes;
    }

    String contentType() {
        return contentType;
    }

    byte[] bytes(FileCoding coding) {
        return switch (coding) {
            case IDENTITY -> bytes;
            case GZIP -> forms.computeIfAbsent(coding, form -> gzip(bytes));
            case BROTLI -> forms.computeIfAbsent(coding, form -> brotli(bytes));
        };
    }

    private static byte[] gzip(byte[] bytes) {
        var all = new ByteArrayOutputStream(bytes.length / 3);
        try (var out = new Smallest(all)) {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return all.toByteArray();
    }

    private static byte[] brotli(byte[] bytes) {
        try {
            var parameters = Encoder.Parameters.create(BROTLI_QUALITY, BROTLI_WINDOW_BITS, Encoder.Mode.TEXT);
            return Encoder.compress(bytes, parameters);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static final class Smallest extends GZIPOutputStream {
        Smallest(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
