package cms.platform.heap;

/** A cache of the content of projects that can give up entries, which are read again when they are needed. */
public interface HeapCache {
    /** Estimate of the bytes that the cached entries take. */
    long bytes();

    /**
     * Removes entries, the heaviest first, until they took {@code bytes} or none is left.
     *
     * @return estimate of the bytes removed; other users may still refer to them
     */
    long letGo(long bytes);
}
