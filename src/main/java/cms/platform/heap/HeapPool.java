package cms.platform.heap;

import java.lang.ref.Cleaner;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Accounts for the heap that packs, fetches and parsed content take together (decision 165). Packs and fetches release
 * what they have taken. Parsed content is shared by caches, requests and writers, so it counts until the garbage
 * collector has found it unreachable: no code path can forget to release it, and nothing counts as free that is still
 * used.
 */
public final class HeapPool {
    private static final Cleaner CLEANER =
            Cleaner.create(Thread.ofPlatform().name("heap-cleaner").daemon().factory());

    /** The pool of this process. */
    public static final HeapPool OF_PROCESS = new HeapPool(HeapShare.heapBytes());

    /** Shortest time between two collections that are requested only to find unreachable content. */
    private static final long COLLECTED_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * Pause after a collection, as a multiple of its duration, so that collections take a tenth of the time at most.
     */
    private static final int REST_TIMES = 10;

    /** The same where a reader has given up cached content for the next reader: a fifth of the time. */
    private static final int REST_TIMES_SOON = 4;

    /** Longest wait, after a collection, until unreachable content begins to be released. */
    private static final long LOOKED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Interval of checking whether unreachable content is still being released. */
    private static final long SETTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int SETTLED_LOOKS_MAX = 50;

    private final long heapBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final Map<HeapShare, Long> held = new EnumMap<>(HeapShare.class);
    private final List<HeapCache> caches = new CopyOnWriteArrayList<>();

    /** Number of releases so far. */
    private long given;

    /** Held by the thread that makes room. */
    private final ReentrantLock making = new ReentrantLock();

    private final SharedContent shared = new SharedContent(this);

    private volatile long collectedAt = System.nanoTime() - COLLECTED_NANOS;
    private volatile long collectingNanos;

    /** Whether content was given up since the last collection. */
    private volatile boolean soon;

    /** @param heapBytes size of the heap, of which the shares are hundredths */
    public HeapPool(long heapBytes) {
        this.heapBytes = heapBytes;
        for (HeapShare share : HeapShare.values()) {
            if (share.kind() == HeapShare.Kind.OF_WORK) {
                held.put(share, 0L);
            }
        }
    }

    long heapBytes() {
        return heapBytes;
    }

    /** The most bytes that a share may hold in the heap of this pool. */
    public long bytes(HeapShare share) {
        return share.bytesOf(heapBytes);
    }

    /**
     * Takes bytes for a share; false, with nothing taken, when the share or all shares together have no room for them.
     *
     * @param beyond bytes that the part, and all parts together, may hold more for this: small works that large ones
     *     should not keep out have some, others 0
     */
    public boolean take(HeapShare part, long bytes, long beyond) {
        return bytes <= 0 || takeUpTo(part, bytes, bytes, beyond) > 0;
    }

    /**
     * Takes as many bytes as there is room for, up to {@code most}.
     *
     * @param least fewest bytes to take; where there is less room nothing is taken
     * @param beyond bytes that the part, and all parts together, may hold more for this
     * @return bytes taken; 0 where there is no room
     */
    long takeUpTo(HeapShare part, long least, long most, long beyond) {
        lock.lock();
        try {
            long room = room(part) + beyond;
            if (room < least) {
                return 0;
            }
            long taken = Math.min(most, room);
            held.merge(part, taken, Long::sum);
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Bytes that a share may still take: within its own maximum, and beside what the other shares hold or have
     * reserved.
     */
    private long room(HeapShare part) {
        long others = 0;
        for (Map.Entry<HeapShare, Long> other : held.entrySet()) {
            if (other.getKey() != part) {
                long counted = Math.min(other.getValue(), bytes(other.getKey()));
                others += Math.max(counted, other.getKey().ownBytesOf(heapBytes));
            }
        }
        return Math.min(bytes(part), bytes(HeapShare.WORK) - others) - held.getOrDefault(part, 0L);
    }

    /** Releases bytes that were taken. */
    public void giveBack(HeapShare part, long bytes) {
        lock.lock();
        try {
            held.merge(part, -bytes, Long::sum);
            given++;
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Counts parsed content from now on until it is unreachable. It exists already, so it is counted even where there
     * is no room.
     */
    public void count(Object content, long bytes) {
        if (bytes <= 0) {
            return;
        }
        whenUnreachable(content, () -> giveBack(HeapShare.CONTENT, bytes));
        add(bytes);
    }

    /**
     * As {@link #count}, for a version of content that shares parts with the version before it; shared parts count
     * once.
     *
     * @param before the version before; {@code content} itself where there is none
     * @param whole bytes that the version takes with its shared parts
     * @param own bytes of the parts that it does not share
     */
    public void countVersion(Object content, Object before, long whole, long own) {
        shared.count(content, before, whole, own);
    }

    void whenUnreachable(Object content, Runnable giveBack) {
        CLEANER.register(content, giveBack);
    }

    void add(long bytes) {
        lock.lock();
        try {
            held.merge(HeapShare.CONTENT, bytes, Long::sum);
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that a share holds now. */
    long heldBytes(HeapShare part) {
        lock.lock();
        try {
            return held.getOrDefault(part, 0L);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until bytes are released, at most for {@code nanos}; false when none were. */
    boolean awaitFreed(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long seen = given;
            long left = nanos;
            while (given == seen && left > 0) {
                left = freed.awaitNanos(left);
            }
            return given != seen;
        } finally {
            lock.unlock();
        }
    }

    /** Asks this cache to give up entries before any work is refused, until the cache is removed. */
    public void add(HeapCache cache) {
        caches.add(cache);
    }

    public void remove(HeapCache cache) {
        caches.remove(cache);
    }

    /**
     * Frees memory where a share has no room for {@code bytes}: a garbage collection finds unreachable content, and
     * when that is not enough, caches give up entries. Returns at once while another thread does that, or too soon
     * after a collection.
     */
    public void makeRoom(HeapShare part, long bytes) {
        if (!making.tryLock()) {
            return;
        }
        try {
            long since = System.nanoTime() - collectedAt;
            boolean rested = since >= (soon ? REST_TIMES_SOON : REST_TIMES) * collectingNanos;
            boolean due = soon || since >= COLLECTED_NANOS;
            if (rested && missing(part, bytes) > 0) {
                long took = due ? collect() : 0;
                took += letGo(missing(part, bytes)) > 0 ? collect() : 0;
                collectingNanos = took > 0 ? took : collectingNanos;
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            making.unlock();
        }
    }

    /** Makes the next {@link #makeRoom} run a collection without the usual wait, because content was just given up. */
    void collectSoon() {
        soon = true;
    }

    /**
     * Has caches give up entries for {@code missing} bytes; none where even all of them would not help. A cache weighs
     * its newest versions only, so it may free up to twice what it reports.
     */
    private long letGo(long missing) {
        long gone = 0;
        if (2 * caches.stream().mapToLong(HeapCache::bytes).sum() >= missing) {
            for (HeapCache cache : caches) {
                gone += gone < missing ? cache.letGo(missing - gone) : 0;
            }
        }
        return gone;
    }

    private long missing(HeapShare part, long bytes) {
        lock.lock();
        try {
            return bytes - room(part);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs a garbage collection, the only way to learn which content is still in use; no other code does.
     *
     * @return nanoseconds for which the collection stopped the process
     */
    private long collect() throws InterruptedException {
        soon = false;
        CountDownLatch looked = looked();
        long began = System.nanoTime();
        System.gc();
        collectedAt = System.nanoTime();
        long took = collectedAt - began;
        looked.await(LOOKED_NANOS, TimeUnit.NANOSECONDS);
        int looks = 0;
        while (looks < SETTLED_LOOKS_MAX && awaitFreed(SETTLED_NANOS)) {
            looks++;
        }
        return took;
    }

    /**
     * A latch that opens when the objects that the next collection finds are being released, which begins late on busy
     * processors.
     */
    private static CountDownLatch looked() {
        CountDownLatch looked = new CountDownLatch(1);
        CLEANER.register(new Object(), looked::countDown);
        return looked;
    }
}
