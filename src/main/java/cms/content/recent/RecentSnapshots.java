package cms.content.recent;

import cms.content.snapshot.Snapshot;
import cms.git.Tree;
import cms.git.TreeId;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.heap.HeapShare;
import cms.platform.heap.RoomTimeout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The cache of the last snapshots of one project. Thread-safe: getting a cached snapshot never waits for another one
 * that is being read.
 */
public final class RecentSnapshots {
    private static final int SNAPSHOTS_MAX = 3;

    /** Heap bytes for each byte of content files, with the serialized answers and check results of that content. */
    private static final int BYTES_TAKEN_PER_BYTE = 4;

    private static final int BYTES_TAKEN_AT_LEAST = 64 * 1024;

    private static final Duration COME_BACK = Duration.ofSeconds(10);

    /**
     * How long a caller waits for the reading thread at least, also when a line of writes has used up its time: most
     * readings end within a second, and 503 would make the client send the whole write again.
     */
    private static final Duration READER_MIN = Duration.ofSeconds(1);

    private final SnapshotReader reader;
    private final Runnable grown;
    private final Runnable forget;

    /** Held while the list is read or changed. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Held by the thread that reads a snapshot, which may wait for room in the heap. */
    private final ReentrantLock reading = new ReentrantLock();

    private final Deque<Snapshot> recent = new ArrayDeque<>();
    private volatile long bytes = BYTES_TAKEN_AT_LEAST;

    /**
     * An empty cache.
     *
     * @param grown called when the size of the snapshots has changed
     * @param forget drops everything else that refers to their content
     */
    public RecentSnapshots(SnapshotReader reader, Runnable grown, Runnable forget) {
        this.reader = reader;
        this.grown = grown;
        this.forget = forget;
    }

    /** Whether a thread reads a snapshot, or waits for room to read one. */
    public boolean isReading() {
        return reading.isLocked();
    }

    /** About how many bytes of the heap the snapshots take. */
    public long bytes() {
        return bytes;
    }

    /**
     * The content of a tree, read unless it is cached.
     *
     * @throws Failure UNAVAILABLE when it cannot be read for ten seconds because others hold the room in the heap
     */
    public Snapshot of(Tree tree) {
        return find(tree.id()).orElseGet(() -> RoomTimeout.since(System.nanoTime(), () -> readInTurn(tree)));
    }

    /** The content of a tree where it is cached. */
    public Optional<Snapshot> find(TreeId id) {
        lock.lock();
        try {
            Optional<Snapshot> known = recent.stream()
                    .filter(snapshot -> snapshot.tree().equals(id))
                    .findFirst();
            known.ifPresent(this::putFirst);
            return known;
        } finally {
            lock.unlock();
        }
    }

    private Snapshot readInTurn(Tree tree) {
        if (!reading.tryLock() && !Outside.waiting(this::isFree)) {
            throw Failure.unavailable("This project is being read; try again in a few seconds.")
                    .withRetryAfter(COME_BACK);
        }
        long before = bytes;
        try {
            return find(tree.id()).orElseGet(() -> keep(reader.read(tree, this::newest, this::letGoOfAll)));
        } finally {
            reading.unlock();
            if (bytes != before) {
                grown.run();
            }
        }
    }

    /**
     * Waits for the lock until the time for reserving room ends: that another thread reads does not mean that room is
     * lacking.
     */
    private boolean isFree() {
        try {
            return reading.tryLock(Math.max(RoomTimeout.remainingNanos(), READER_MIN.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Optional<Snapshot> newest() {
        lock.lock();
        try {
            return Optional.ofNullable(recent.peekFirst());
        } finally {
            lock.unlock();
        }
    }

    private void letGoOfAll() {
        letGo();
        forget.run();
    }

    private void letGo() {
        lock.lock();
        try {
            recent.clear();
            weigh();
        } finally {
            lock.unlock();
        }
    }

    private Snapshot keep(Snapshot snapshot) {
        lock.lock();
        try {
            putFirst(snapshot);
            while (recent.size() > 1 && (recent.size() > SNAPSHOTS_MAX || together() > HeapShare.PROJECT.bytes())) {
                recent.removeLast();
            }
            weigh();
            return snapshot;
        } finally {
            lock.unlock();
        }
    }

    private void putFirst(Snapshot snapshot) {
        if (recent.peekFirst() != snapshot) {
            recent.remove(snapshot);
            recent.addFirst(snapshot);
        }
    }

    private long together() {
        return recent.stream().mapToLong(Snapshot::heldBytes).sum();
    }

    /** Sets the size by the largest snapshot alone, because snapshots share unchanged content. */
    private void weigh() {
        bytes = BYTES_TAKEN_AT_LEAST
                + recent.stream()
                        .mapToLong(each -> Math.max(BYTES_TAKEN_PER_BYTE * each.sourceBytes(), each.heldBytes()))
                        .max()
                        .orElse(0);
    }
}
