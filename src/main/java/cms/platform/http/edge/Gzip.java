package cms.platform.http.edge;

import cms.platform.compute.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The one content coding of answers that are made for one caller. */
public final class Gzip {
    private static final int BUFFER_BYTES = 8 * 1024;

    private Gzip() {}

    /** Whether {@code Accept-Encoding} takes it: named, or any, and not with a weight of zero (RFC 9110, 12.5.3). */
    public static boolean isAccepted(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return false;
        }
        List<String> codings = Arrays.stream(
                        acceptEncoding.toLowerCase(Locale.ROOT).replace(" ", "").split(","))
                .filter(coding -> coding.equals("gzip") || coding.startsWith("gzip;"))
                .toList();
        return !codings.isEmpty() && codings.stream().noneMatch(coding -> coding.matches("gzip;q=0(\\.0{0,3})?"));
    }

    /** Quickly rather than small: it is done anew for each answer. */
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
