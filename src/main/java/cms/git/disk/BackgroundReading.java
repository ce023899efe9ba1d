package cms.git.disk;

/** What a thread that is no request's reads a repository in, so that one that ends the process is left alone at last. */
@FunctionalInterface
public interface BackgroundReading {
    /**
     * Runs work that reads a repository.
     *
     * @return false when it is left alone, or not read now
     */
    boolean reading(String fullName, Runnable work);
}
