package cms.platform.http.body;

import java.time.Duration;

/**
 * The timeouts of a body.
 *
 * @param silenceMax longest time without a byte
 * @param smallMax longest time for a body below a mebibyte
 * @param grace in addition to the time that the received bytes may take at the slowest pace
 */
public record BodyTimeouts(Duration silenceMax, Duration smallMax, Duration grace) {
    public static final BodyTimeouts STANDARD =
            new BodyTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(13));

    private static final long SMALL_BYTES_MAX = 1024 * 1024;
    private static final long BYTES_PER_SECOND_MIN = 4 * 1024;

    /**
     * Milliseconds for which the next byte is still waited for; not positive when the time is over.
     *
     * @param declared length of the body in bytes, negative when it was not declared
     * @param received bytes so far
     */
    long millisLeft(long declared, long received, long millisSoFar) {
        long paced = grace.toMillis() + received * 1_000 / BYTES_PER_SECOND_MIN - millisSoFar;
        boolean small = declared < SMALL_BYTES_MAX && received < SMALL_BYTES_MAX;
        long left = small ? Math.min(paced, smallMax.toMillis() - millisSoFar) : paced;
        return Math.min(left, silenceMax.toMillis());
    }
}
