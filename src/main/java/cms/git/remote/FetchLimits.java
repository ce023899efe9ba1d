package cms.git.remote;

/**
 * How much of a repository is taken from a host.
 *
 * @param packBytes of one fetch as it comes over the wire; at most 2 GiB
 * @param objectBytes of the largest file in it
 * @param files in one state of the repository
 */
public record FetchLimits(int packBytes, long objectBytes, int files) {
    /** As much as the settings allow: 2 GiB, 512 MiB, a million. */
    public static FetchLimits standard() {
        return new FetchLimits(2047 << 20, 512L << 20, 1_000_000);
    }
}
