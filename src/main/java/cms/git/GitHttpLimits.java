package cms.git;

/**
 * How much a push may bring.
 *
 * @param packBytesMax the largest pack of one push
 * @param objectBytesMax the largest single object, inflated
 * @param commandBytesMax the largest list of refs of one push
 * @param idleSeconds how long a client may say nothing
 */
public record GitHttpLimits(long packBytesMax, long objectBytesMax, long commandBytesMax, int idleSeconds) {
    public static GitHttpLimits standard() {
        return new GitHttpLimits(1L << 30, 100L << 20, 4L << 20, 60);
    }
}
