package cms.delivery.wire;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compresses once what is then sent many times. */
public final class Compression {
    private static final Logger LOG = LoggerFactory.getLogger(Compression.class);

    /** Smaller than the best gzip, at a hundredth of the time that the best quality takes. */
    private static final int BROTLI_QUALITY = 6;

    private static final int WINDOW_BITS = 22;
    private static final boolean BROTLI = loadBrotli();

    private Compression() {}

    public static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 3);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    /** Null on a machine that the native encoder does not know. */
    public static byte @Nullable [] brotli(byte[] bytes) {
        if (!BROTLI) {
            return null;
        }
        try {
            return Encoder.compress(bytes, Encoder.Parameters.create(BROTLI_QUALITY, WINDOW_BITS, Encoder.Mode.TEXT));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
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
