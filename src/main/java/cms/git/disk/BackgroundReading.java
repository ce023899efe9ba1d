package cms.git.disk;

/**
 * Runs reads of a repository that serve no request, such as repacking. An implementation can keep a mark of each and
 * skip a repository whose reading has ended the process repeatedly.
 */
@FunctionalInterface
public interface BackgroundReading {
    /**
     * Runs {@code work}, which reads the repository {@code fullName}, on the calling thread.
     *
     * @return false when the work was skipped or not run now
     */
    boolean reading(String fullName, Runnable work);
}
