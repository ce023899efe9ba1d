package cms.platform.http.edge;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;

/** Reads a request's body whole, but neither more of it nor longer than is reasonable. */
public final class IncomingBody {
    private static final int CHUNK_BYTES = 16 * 1024;
    private static final long GRACE_SECONDS = 13;
    private static final long BYTES_PER_SECOND_MIN = 4 * 1024;

    private IncomingBody() {}

    /**
     * @param admission holds the memory of what is returned until the caller releases it
     * @throws Failure TOO_LARGE before anything is read when the declared length says so, INVALID when it is cut,
     *     UNAVAILABLE while too many bodies are in memory
     */
    public static byte[] read(HttpServletRequest request, long bytesMax, Admission admission) {
        // Asking for the stream tells a waiting client to go on, so the declared length is looked at first.
        if (request.getContentLengthLong() > bytesMax) {
            throw tooLarge(bytesMax);
        }
        try (InputStream in = request.getInputStream()) {
            return read(in, bytesMax, admission);
        } catch (IOException cut) {
            throw Failure.invalid("The request body ended early or was not framed as HTTP wants it.")
                    .causedBy(cut);
        }
    }

    private static byte[] read(InputStream in, long bytesMax, Admission admission) throws IOException {
        long start = System.nanoTime();
        byte[] chunk = new byte[CHUNK_BYTES];
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        long held = 0;
        boolean whole = false;
        try {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                admission.hold(count);
                held += count;
                all.write(chunk, 0, count);
                check(all.size(), bytesMax, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
            }
            whole = true;
            return all.toByteArray();
        } finally {
            if (!whole) {
                admission.release(held);
            }
        }
    }

    private static void check(long size, long bytesMax, long seconds) {
        if (size > bytesMax) {
            throw tooLarge(bytesMax);
        }
        if (seconds > GRACE_SECONDS + size / BYTES_PER_SECOND_MIN) {
            throw Failure.invalid("The request body came too slowly.");
        }
    }

    private static Failure tooLarge(long bytesMax) {
        return Failure.of(FailureKind.TOO_LARGE, "The request body is larger than " + bytesMax + " bytes.");
    }
}
