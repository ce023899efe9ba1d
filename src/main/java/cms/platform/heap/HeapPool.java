package cms.platform.heap;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What packs, fetches and readings of content hold of the heap together ({@link HeapShare#WORK}). Each of them always finds
 * the part that is its own; the rest is for whoever comes first. Caches count, and go before anybody waits: of the owner who
 * holds the most first, what was used longest ago. Whoever waits goes in turn by what their owner holds.
 */
public final class HeapPool {
    /** The one of this process. */
    public static final HeapPool OF_PROCESS = new HeapPool(HeapShare.heapBytes(), Duration.ofSeconds(10));

    /** Readings that wait hold a little; more of them are refused at once. */
    private static final int WAITING_MAX = 8;

    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final Duration COME_BACK = Duration.ofSeconds(2);
    private static final int HUNDREDTHS = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final long heapBytes;
    private final long waitNanosMax;
    private final Map<HeapShare, Long> held = new EnumMap<>(HeapShare.class);
    private final Map<String, Long> heldBy = new HashMap<>();
    private final Set<HeapCache> caches = new LinkedHashSet<>();
    private final List<Reading> waiting = new ArrayList<>();

    /** @param waitMax how long a reading waits for room */
    public HeapPool(long heapBytes, Duration waitMax) {
        this.heapBytes = heapBytes;
        this.waitNanosMax = waitMax.toNanos();
    }

    /** Begins to read content of an owner; holds nothing yet. */
    public Reading reading(String owner) {
        return new Reading(this, owner);
    }

    /** Takes room of a part; false when there is none, even without caches that nobody uses. */
    public boolean take(HeapShare part, long bytes) {
        lock.lock();
        try {
            if (held.getOrDefault(part, 0L) + bytes > bytesMax(part) && part != HeapShare.READINGS) {
                return false;
            }
            long missing = missing(part, bytes);
            while (missing > 0 && letGo(missing)) {
                missing = missing(part, bytes);
            }
            if (missing > 0) {
                return false;
            }
            held.merge(part, bytes, Long::sum);
            return true;
        } finally {
            lock.unlock();
        }
    }

    public void giveBack(HeapShare part, long bytes) {
        lock.lock();
        try {
            held.merge(part, -bytes, Long::sum);
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What a part holds now. */
    long held(HeapShare part) {
        lock.lock();
        try {
            return held.getOrDefault(part, 0L);
        } finally {
            lock.unlock();
        }
    }

    /** The most that a part can hold. */
    long bytesMax(HeapShare part) {
        return heapBytes / HUNDREDTHS * part.hundredths();
    }

    /** By how much so many bytes more of a part are too many. */
    private long missing(HeapShare part, long bytes) {
        long mine = held.getOrDefault(part, 0L) + bytes;
        long own = heapBytes / HUNDREDTHS * part.ownHundredths();
        if (mine <= own) {
            return 0;
        }
        long all = mine;
        for (HeapShare other : HeapShare.values()) {
            if (other.kind() == HeapShare.Kind.OF_WORK && other != part) {
                all += Math.max(held.getOrDefault(other, 0L), heapBytes / HUNDREDTHS * other.ownHundredths());
            }
        }
        return Math.max(mine - bytesMax(part), Math.min(mine - own, all - bytesMax(HeapShare.WORK)));
    }

    /** Whether something that is only cached has gone. First what cached projects have beside their newest state. */
    private boolean letGo(long bytes) {
        return letGo(bytes, false) || letGo(bytes, true);
    }

    private boolean letGo(long bytes, boolean wholly) {
        List<HeapCache> all = new ArrayList<>(caches);
        all.removeIf(cache -> cache.isUsed() || cache.bytes() == 0);
        all.sort(Comparator.comparingLong(cache -> -heldBy.getOrDefault(cache.owner(), 0L)));
        long gone = 0;
        for (HeapCache cache : all) {
            long before = cache.bytes();
            cache.letGo(wholly);
            gone += before - cache.bytes();
            if (gone >= bytes) {
                return true;
            }
        }
        return gone > 0;
    }

    /** Takes room for a reading, where there is some and nobody waits whose turn it is. */
    boolean takeAtOnce(Reading reading, long bytes) {
        lock.lock();
        try {
            boolean took = isTurnOf(reading, bytes) && take(HeapShare.READINGS, bytes);
            if (took) {
                count(reading.owner(), bytes);
            }
            return took;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes room for a reading, and waits for it.
     *
     * @throws Failure UNAVAILABLE when nobody gave any back in time
     */
    void await(Reading reading, long bytes) {
        long left = waitNanosMax;
        lock.lock();
        try {
            while (!(isTurnOf(reading, bytes) && take(HeapShare.READINGS, bytes))) {
                reading.checkWaiting();
                if (left <= 0 || (waiting.size() >= WAITING_MAX && !waiting.contains(reading))) {
                    throw taken();
                }
                if (!waiting.contains(reading)) {
                    waiting.add(reading);
                }
                long look = Math.min(left, LOOK_EVERY_NANOS);
                left -= look - Math.max(0, freed.awaitNanos(look));
            }
            count(reading.owner(), bytes);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw taken();
        } finally {
            if (waiting.remove(reading)) {
                freed.signalAll();
            }
            lock.unlock();
        }
    }

    /** Whoever asks for little goes by; of the others who wait it is the turn of those whose owner holds least. */
    private boolean isTurnOf(Reading reading, long bytes) {
        return bytes <= Reading.littleBytes(this)
                || waiting.stream()
                        .min(Comparator.comparingLong(each -> heldBy.getOrDefault(each.owner(), 0L)))
                        .filter(first -> first != reading)
                        .isEmpty();
    }

    private static Failure taken() {
        return Failure.unavailable("Other large content is being read at the moment; try again.")
                .withRetryAfter(COME_BACK);
    }

    /** Changes what readings and caches hold, which nobody else sees half done. */
    void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Within {@link #change}: what is held for an owner becomes more or less; more only by what was taken. */
    void count(String owner, long bytes) {
        if (bytes != 0) {
            heldBy.merge(owner, bytes, (before, more) -> before + more == 0 ? null : before + more);
        }
    }

    /** Within {@link #change}: an owner gives room back. */
    void giveBack(String owner, long bytes) {
        held.merge(HeapShare.READINGS, -bytes, Long::sum);
        count(owner, -bytes);
    }

    /** Within {@link #change}: from now on it was used last. */
    void used(HeapCache cache) {
        caches.remove(cache);
        caches.add(cache);
    }

    /** Within {@link #change}. */
    void forget(HeapCache cache) {
        caches.remove(cache);
    }
}
