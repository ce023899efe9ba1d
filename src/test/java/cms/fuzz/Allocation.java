package cms.fuzz;

import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** What reading takes of the heap, as this thread allocates it: a reader must not make much of few bytes. */
public final class Allocation {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int READS_MAX = 5;
    private static final boolean IS_COUNTED = Boolean.getBoolean("cms.fuzz.allocation");

    private Allocation() {}

    /**
     * Reads, and fails when that allocates more than {@code bytesMax} each of five times: the first time classes are
     * loaded. With {@code -Dcms.fuzz.allocation=true} alone, so in {@link Replay}: the fuzzer's hooks look at each
     * comparison, and allocate a thousand times what is read.
     */
    public static <T> T within(long bytesMax, Supplier<T> reading) {
        long allocatedLeast = Long.MAX_VALUE;
        T read;
        int reads = 0;
        do {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            read = reading.get();
            allocatedLeast = Math.min(allocatedLeast, THREADS.getCurrentThreadAllocatedBytes() - before);
            reads++;
        } while (IS_COUNTED && allocatedLeast > bytesMax && reads < READS_MAX);
        if (IS_COUNTED && allocatedLeast > bytesMax) {
            throw new AssertionError(allocatedLeast + " bytes were allocated, and " + bytesMax + " are enough");
        }
        return read;
    }
}
