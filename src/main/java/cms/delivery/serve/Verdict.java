package cms.delivery.serve;

import cms.platform.http.ByteRange;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a read is answered with. */
sealed interface Verdict {
    /** The key may read in this project; what it asked for is not known yet. */
    record Admitted(ServedProject served, KeyMeter meter, int remaining, long nowMillis) implements Verdict {}

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

        /** Refused although the key may read here. */
        static Refused of(int status, String message, Admitted standing, @Nullable Duration retryAfter) {
            return new Refused(status, message, standing, retryAfter, null);
        }
    }

    /** The project has to be brought into memory first. */
    record NotHere(String projectId) implements Verdict {}
}
