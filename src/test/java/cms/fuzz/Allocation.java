package cms.fuzz;

import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** What reading takes of the heap, as this thread allocates it: a reader must not make much of few bytes. */
public final class Allocation {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /**
     * Reads, and fails when that allocates more than {@code bytesMax}. Whatever allocates too much is read once more: the
     * first time classes are loaded and tables made.
     */
    public static <T> T within(long bytesMax, Supplier<T> reading) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        T read = reading.get();
        if (THREADS.getCurrentThreadAllocatedBytes() - before <= bytesMax) {
            return read;
        }
        long again = THREADS.getCurrentThreadAllocatedBytes();
        T once = reading.get();
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - again;
        if (allocated > bytesMax) {
            throw new AssertionError(allocated + " bytes were allocated, and " + bytesMax + " are enough");
        }
        return once;
    }
}
