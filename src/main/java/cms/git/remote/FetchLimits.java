package cms.git.remote;

import java.time.Duration;

/**
 * How much of a repository is taken from a host, and how long it is waited for.
 *
 * @param packBytes of one fetch as it comes over the wire; at most 2 GiB
 * @param objectBytes of the largest file in it
 * @param files in one state of the repository
 * @param patience for a whole answer that is no pack
 */
public record FetchLimits(int packBytes, long objectBytes, int files, Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    public FetchLimits(int packBytes, long objectBytes, int files) {
        this(packBytes, objectBytes, files, PATIENCE);
    }

    /** As much as the settings allow: 2 GiB, 512 MiB, a million. */
    public static FetchLimits standard() {
        return new FetchLimits(2047 << 20, 512L << 20, 1_000_000);
    }
}
