package cms.platform.heap;

/** What is cached of the content of projects, and can be read again. */
public interface HeapCache {
    /** About what it refers to. */
    long bytes();

    /**
     * Lets go of the heaviest first, until that was so much or nothing is left.
     *
     * @return about how many bytes it no longer refers to; somebody else may still use them
     */
    long letGo(long bytes);
}
