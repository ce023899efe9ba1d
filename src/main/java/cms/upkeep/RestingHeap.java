package cms.upkeep;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Returns memory to the machine when the service rests.
 *
 * <p>The serial collector lets the heap grow to its limit before it collects old objects, and returns memory only then,
 * so a service that was busy once would keep everything. A collection while it rests disturbs no request.
 */
public final class RestingHeap {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    /** The share of one processor above which the service counts as busy. */
    private static final double RESTING_SHARE_MAX = 0.2;

    /** Growth of the heap that is worth a collection. */
    private static final long GROWN_BYTES_MIN = 48L * 1024 * 1024;

    private final LongSupplier processorNanos;
    private final LongSupplier heapBytes;
    private final Runnable collect;
    private long nanosBefore;
    private long keptBytes;

    /**
     * @param processorNanos processor time that this process has used so far
     * @param heapBytes memory of the machine that the heap takes
     */
    RestingHeap(LongSupplier processorNanos, LongSupplier heapBytes, Runnable collect) {
        this.processorNanos = processorNanos;
        this.heapBytes = heapBytes;
        this.collect = collect;
        this.nanosBefore = processorNanos.getAsLong();
        this.keptBytes = heapBytes.getAsLong();
    }

    /** Starts watching the heap of this process, for its lifetime. */
    public static void begin() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            RestingHeap heap = new RestingHeap(
                    system::getProcessCpuTime, () -> Runtime.getRuntime().totalMemory(), System::gc);
            Thread.ofPlatform().daemon().name("resting-heap").start(() -> {
                while (true) {
                    LockSupport.parkNanos(LOOK_EVERY.toNanos());
                    heap.look(LOOK_EVERY);
                }
            });
        }
    }

    /**
     * Collects when the process has rested since the last check and the heap takes much more than after the last
     * collection.
     */
    void look(Duration sinceLast) {
        long nanos = processorNanos.getAsLong();
        boolean rested = nanos - nanosBefore < sinceLast.toNanos() * RESTING_SHARE_MAX;
        nanosBefore = nanos;
        if (rested && heapBytes.getAsLong() - keptBytes >= GROWN_BYTES_MIN) {
            collect.run();
            keptBytes = heapBytes.getAsLong();
        }
    }
}
