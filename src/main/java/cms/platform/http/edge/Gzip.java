package cms.platform.http.edge;

import cms.platform.compute.Cancellation;
import cms.platform.door.AcceptEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Gzip, the only content coding of answers that are made for one caller. */
public final class Gzip {
    private static final int BUFFER_BYTES = 8 * 1024;

    private Gzip() {}

    /** Whether a client accepts it by its header {@code Accept-Encoding}. */
    public static boolean isAccepted(@Nullable String acceptEncoding) {
        return acceptEncoding != null && AcceptEncoding.weight(acceptEncoding, "gzip") > 0;
    }

    /** Compresses fast rather than small, because it is repeated for each answer. */
    public static byte[] of(List<byte[]> pieces) {
        Cancellation cancellation = Cancellation.current();
        var all = new ByteArrayOutputStream();
        try (OutputStream out = new Fast(all)) {
            for (byte[] piece : pieces) {
                cancellation.pause();
                out.write(piece);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return all.toByteArray();
    }

    private static final class Fast extends GZIPOutputStream {
        Fast(OutputStream out) throws IOException {
            super(out, BUFFER_BYTES);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
