package cms.git.remote;

import java.time.Duration;

/**
 * How much of a repository is taken from a host, how long it is waited for, and how long what it said counts.
 *
 * @param packBytes of one fetch as it comes over the wire; at most 2 GiB
 * @param objectBytes of the largest file in it
 * @param files in one state of the repository
 * @param timeout for a whole answer that is no pack
 * @param lookLasts a look at the branches that is older is repeated when something is written
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

    /** As much as the settings allow: 2 GiB, 512 MiB, a million; the rest as they say by themselves. */
    public static FetchLimits standard() {
        return new FetchLimits(2047 << 20, 512L << 20, 1_000_000);
    }
}
