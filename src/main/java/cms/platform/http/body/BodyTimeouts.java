package cms.platform.http.body;

import java.time.Duration;

/**
 * How long a body is waited for.
 *
 * @param silenceMax without a byte
 * @param smallMax for a body below a mebibyte in all
 * @param grace on top of what the bytes that have come may take at the slowest pace
 */
public record BodyTimeouts(Duration silenceMax, Duration smallMax, Duration grace) {
    public static final BodyTimeouts STANDARD =
            new BodyTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(13));

    private static final long SMALL_BYTES_MAX = 1024 * 1024;
    private static final long BYTES_PER_SECOND_MIN = 4 * 1024;

    /**
     * How much longer the next byte is waited for, in milliseconds; not positive when the client had its time.
     *
     * @param declared the length of the body in bytes, negative when nobody said it
     * @param received bytes so far
     */
    long millisLeft(long declared, long received, long millisSoFar) {
        long paced = grace.toMillis() + received * 1_000 / BYTES_PER_SECOND_MIN - millisSoFar;
        boolean small = declared < SMALL_BYTES_MAX && received < SMALL_BYTES_MAX;
        long left = small ? Math.min(paced, smallMax.toMillis() - millisSoFar) : paced;
        return Math.min(left, silenceMax.toMillis());
    }
}
