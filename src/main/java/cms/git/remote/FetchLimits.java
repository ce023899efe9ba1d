package cms.git.remote;

import java.time.Duration;

/**
 * Limits of fetching from a host.
 *
 * @param packBytes bytes of one fetch on the wire; at most 2 GiB
 * @param objectBytes bytes of the largest file
 * @param files in one state of the repository
 * @param timeout for a whole answer that is not a pack
 * @param lookLasts age of the last check of the branches above which a write repeats it
 */
public record FetchLimits(int packBytes, long objectBytes, int files, Duration timeout, Duration lookLasts) {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration LOOK_LASTS = Duration.ofSeconds(30);

    public FetchLimits(int packBytes, long objectBytes, int files) {
        this(packBytes, objectBytes, files, TIMEOUT);
    }

    public FetchLimits(int packBytes, long objectBytes, int files, Duration timeout) {
        this(packBytes, objectBytes, files, timeout, LOOK_LASTS);
    }

    public FetchLimits lookingEvery(Duration another) {
        return new FetchLimits(packBytes, objectBytes, files, timeout, another);
    }

    /** The largest limits that the settings allow (2 GiB, 512 MiB, a million), and the default times. */
    public static FetchLimits standard() {
        return new FetchLimits(2047 << 20, 512L << 20, 1_000_000);
    }
}
