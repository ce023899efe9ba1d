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
 * What packs, fetches and parsed content hold of the heap together (decision 165). Packs and fetches say when they end.
 * Parsed content is shared by caches, requests and writers, so it counts until the collector has found that nobody can
 * reach it any more: no path can forget to give it back, and nothing counts as free that somebody still uses.
 */
public final class HeapPool {
    private static final Cleaner CLEANER =
            Cleaner.create(Thread.ofPlatform().name("heap-cleaner").daemon().factory());

    /** The pool of this process. */
    public static final HeapPool OF_PROCESS = new HeapPool(HeapShare.heapBytes());

    /** Unless a cache was let go of, the collector is asked to look for what nobody can reach once in this time. */
    private static final long COLLECTED_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Collections stop the process for a tenth of the time at most. */
    private static final int REST_TIMES = 10;

    /** For a fifth of it where a reader has let go of something for the next one. */
    private static final int REST_TIMES_SOON = 4;

    /** How long to wait at most until what nobody can reach begins to be given back. */
    private static final long LOOKED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long to look whether what nobody can reach is still being given back. */
    private static final long SETTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int SETTLED_LOOKS_MAX = 50;

    private final long heapBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final Map<HeapShare, Long> held = new EnumMap<>(HeapShare.class);
    private final List<HeapCache> caches = new CopyOnWriteArrayList<>();

    /** How often something was given back. */
    private long given;

    /** Held by the one that makes room. */
    private final ReentrantLock making = new ReentrantLock();

    private final SharedContent shared = new SharedContent(this);

    private volatile long collectedAt = System.nanoTime() - COLLECTED_NANOS;
    private volatile long collectingNanos;

    /** Whether somebody has let go of what the collector has not looked for. */
    private volatile boolean soon;

    /** @param heapBytes of which the shares are hundredths */
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

    /** What a share is of the heap of this pool. */
    public long bytes(HeapShare share) {
        return share.bytesOf(heapBytes);
    }

    /** Takes the bytes for a part of the work, unless the part or all parts together have no room for them. */
    public boolean take(HeapShare part, long bytes) {
        return take(part, bytes, 0);
    }

    /**
     * The same for what takes so little that what is large should not keep it out.
     *
     * @param beyond bytes that the part, and all parts together, may hold more for this
     */
    public boolean take(HeapShare part, long bytes, long beyond) {
        return bytes <= 0 || takeUpTo(part, bytes, bytes, beyond) > 0;
    }

    /**
     * Takes as much as there is room for.
     *
     * @param least bytes without which nothing is taken
     * @param beyond bytes that the part, and all parts together, may hold more for this
     * @return what was taken; 0 where there is no room
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

    /** Room of a part: below its own bound, and beside what the others hold or may always have. */
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

    /** Gives back what was taken. */
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

    /** Counts parsed content from now on until nobody can reach it any more; it is there already, so nobody is asked. */
    public void count(Object content, long bytes) {
        if (bytes <= 0) {
            return;
        }
        whenUnreachable(content, () -> giveBack(HeapShare.CONTENT, bytes));
        add(bytes);
    }

    /**
     * The same for a version of content that shares parts with the one before it, which are counted once.
     *
     * @param before the same object where there is none
     * @param whole bytes that it takes with what it shares
     * @param own bytes that it does not share
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

    /** What a part holds now. */
    long heldBytes(HeapShare part) {
        lock.lock();
        try {
            return held.getOrDefault(part, 0L);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something was given back, for a while at most; false when nothing was. */
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

    /** From now on this cache is asked to let go before anybody is refused, until it is removed. */
    public void add(HeapCache cache) {
        caches.add(cache);
    }

    public void remove(HeapCache cache) {
        caches.remove(cache);
    }

    /**
     * Makes room where there is none for so many bytes: the collector looks for what nobody can reach, and when that is not
     * enough, caches let go of what is missing. Whoever comes while another one does that, or too soon after a collection,
     * returns at once.
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

    /** Whoever has let go of something has the collector look for it, once it has rested. */
    void collectSoon() {
        soon = true;
    }

    /** Nothing goes where not even all of it would help; a cache weighs its newest versions only, so it may hold more. */
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
     * The one place that asks for it: nobody else can tell what of the content is still in use.
     *
     * @return nanoseconds for which it stopped the process
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

    /** Ends when what the next collection has found is being given back: on busy processors that begins late. */
    private static CountDownLatch looked() {
        CountDownLatch looked = new CountDownLatch(1);
        CLEANER.register(new Object(), looked::countDown);
        return looked;
    }
}
