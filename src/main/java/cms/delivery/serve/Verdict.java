package cms.delivery.serve;

import cms.platform.failure.WholeSeconds;
import cms.platform.http.ByteRange;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The decision about a read, from which its answer is written. */
sealed interface Verdict {
    /** The admission of the key that reads; null where there is none, or it is refused. */
    default @Nullable Admitted admission() {
        return switch (this) {
            case Admitted admitted -> admitted;
            case Found found -> found.admitted();
            case Refused refused -> null;
            case NotHere unknown -> null;
        };
    }

    /** The key may read in this project; the file has not been looked up yet. */
    record Admitted(ServedProject served, KeyMeter meter, int remaining, long nowMillis) implements Verdict {
        /** The headers about the key's limit. */
        Map<String, String> headers() {
            return meter.headers(remaining, nowMillis);
        }

        /** A copy after so many more reads. */
        Admitted afterReads(int reads) {
            return new Admitted(served, meter, Math.max(0, remaining - reads), nowMillis);
        }
    }

    /**
     * The file, or 304 when the client has it.
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
     * The read is refused.
     *
     * @param standing the admission of the key; null while the key is not known
     * @param retryAfter null unless waiting helps
     * @param contentRange the header for a file in which nothing lies in the wanted range; else null
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

        /** The headers that tell what to do about the refusal, and the key's limit; the same from door and route. */
        Map<String, String> headers() {
            Map<String, String> headers = new LinkedHashMap<>();
            if (status == 401) {
                headers.put("WWW-Authenticate", "Bearer");
            }
            if (retryAfter != null) {
                headers.put("Retry-After", Long.toString(WholeSeconds.of(retryAfter)));
            }
            if (contentRange != null) {
                headers.put("Content-Range", contentRange);
            }
            if (standing != null) {
                headers.putAll(standing.headers());
            }
            return headers;
        }

        /** A refusal although the key may read here. */
        static Refused of(int status, String message, Admitted standing, @Nullable Duration retryAfter) {
            return new Refused(status, message, standing, retryAfter, null);
        }
    }

    /** The project has to be loaded into memory first. */
    record NotHere(String projectId) implements Verdict {}
}
