package cms.delivery.serve;

import cms.platform.http.ByteRange;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The decision about a read, from which its answer is written. */
sealed interface Verdict {
    /** The key may read in this project; what it asked for is not known yet. */
    record Admitted(ServedProject served, KeyMeter meter, int remaining, long nowMillis) implements Verdict {
        /** What the owner of the key learns about its limit. */
        Map<String, String> headers() {
            return meter.headers(remaining, nowMillis);
        }

        /** The same after so many more reads. */
        Admitted lessened(int reads) {
            return new Admitted(served, meter, Math.max(0, remaining - reads), nowMillis);
        }
    }

    /**
     * The file, or 304 when the reader has it.
     *
     * @param part null for the whole
     * @param admitted null for a read without a key
     */
    record Found(
            Representation form,
            boolean notModified,
            @Nullable ByteRange part,
            @Nullable Admitted admitted) implements Verdict {}

    /**
     * No.
     *
     * @param standing what is known of the reader; null while the key is not
     * @param retryAfter null unless waiting helps
     * @param contentRange of a file in which nothing lies in the wanted range; else null
     */
    record Refused(
            int status,
            String message,
            @Nullable Admitted standing,
            @Nullable Duration retryAfter,
            @Nullable String contentRange)
            implements Verdict {
        static Refused of(int status, String message) {
            return new Refused(status, message, null, null, null);
        }

        /** The headers that say what to do about it, and where the key stands, whichever way the read came. */
        Map<String, String> headers() {
            Map<String, String> headers = new LinkedHashMap<>();
            if (status == 401) {
                headers.put("WWW-Authenticate", "Bearer");
            }
            if (retryAfter != null) {
                headers.put(
                        "Retry-After", Long.toString(retryAfter.plusMillis(999).toSeconds()));
            }
            if (contentRange != null) {
                headers.put("Content-Range", contentRange);
            }
            if (standing != null) {
                headers.putAll(standing.headers());
            }
            return headers;
        }

        /** Refused although the key may read here. */
        static Refused of(int status, String message, Admitted standing, @Nullable Duration retryAfter) {
            return new Refused(status, message, standing, retryAfter, null);
        }
    }

    /** The project has to be brought into memory first. */
    record NotHere(String projectId) implements Verdict {}
}
