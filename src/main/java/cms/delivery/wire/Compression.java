package cms.delivery.wire;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compresses bodies, once for many sends. */
public final class Compression {
    private static final Logger LOG = LoggerFactory.getLogger(Compression.class);

    /** Smaller than the best gzip, at a hundredth of the time that the best quality takes. */
    private static final int BROTLI_QUALITY = 6;

    /** Size from which bodies are compressed in half the time or a quarter, for some 5 % more bytes (decision 40). */
    public static final int LARGE_BYTES_MIN = 64 * 1024;

    private static final int BROTLI_QUALITY_LARGE = 2;
    private static final int GZIP_LEVEL_LARGE = Deflater.BEST_SPEED;

    private static final int WINDOW_BITS = 22;
    private static final boolean BROTLI = loadBrotli();

    private Compression() {}

    public static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 3);
        boolean large = bytes.length > LARGE_BYTES_MIN;
        try (GZIPOutputStream gzip = new Leveled(out, large ? GZIP_LEVEL_LARGE : Deflater.DEFAULT_COMPRESSION)) {
            gzip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    /** The body in brotli; null on a machine that the native encoder does not support. */
    public static byte @Nullable [] brotli(byte[] bytes) {
        if (!BROTLI) {
            return null;
        }
        try {
            int quality = bytes.length > LARGE_BYTES_MIN ? BROTLI_QUALITY_LARGE : BROTLI_QUALITY;
            return Encoder.compress(bytes, Encoder.Parameters.create(quality, WINDOW_BITS, Encoder.Mode.TEXT));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static final class Leveled extends GZIPOutputStream {
        Leveled(OutputStream out, int level) throws IOException {
            super(out);
            def.setLevel(level);
        }
    }

    private static boolean loadBrotli() {
        boolean loaded = Brotli4jLoader.isAvailable();
        if (!loaded) {
            LOG.warn("there is no brotli encoder for this machine; readers get gzip");
        }
        return loaded;
    }
}
