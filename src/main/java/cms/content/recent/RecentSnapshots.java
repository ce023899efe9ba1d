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

/** The last snapshots of one project. For many threads: those that are there never wait for one that is being read. */
public final class RecentSnapshots {
    private static final int SNAPSHOTS_MAX = 3;

    /** What a byte of content files takes in memory, with everything that is printed and found in it. */
    private static final int BYTES_TAKEN_PER_BYTE = 4;

    private static final int BYTES_TAKEN_AT_LEAST = 64 * 1024;

    private static final Duration COME_BACK = Duration.ofSeconds(10);

    private static final Duration READER_MIN = Duration.ofSeconds(1);

    private final SnapshotReader reader;
    private final Runnable grown;
    private final Runnable forget;

    /** Held while the list is read or changed. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Held by the one that reads, which may wait for room in the heap. */
    private final ReentrantLock reading = new ReentrantLock();

    private final Deque<Snapshot> recent = new ArrayDeque<>();
    private volatile long bytes = BYTES_TAKEN_AT_LEAST;

    /**
     * None yet.
     *
     * @param grown hears when what they take has changed
     * @param forget drops what else refers to their content
     */
    public RecentSnapshots(SnapshotReader reader, Runnable grown, Runnable forget) {
        this.reader = reader;
        this.grown = grown;
        this.forget = forget;
    }

    /** Whether somebody reads, or waits for room to read. */
    public boolean isReading() {
        return reading.isLocked();
    }

    /** About what they take of the heap. */
    public long bytes() {
        return bytes;
    }

    /**
     * The content of a tree, read unless it is there.
     *
     * @throws Failure UNAVAILABLE when it cannot be read for ten seconds because others hold the room in the heap
     */
    public Snapshot of(Tree tree) {
        return find(tree.id()).orElseGet(() -> RoomTimeout.since(System.nanoTime(), () -> readInTurn(tree)));
    }

    /** The content of a tree where it is there. */
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

    /** Whoever has waited for long in a line of writes still waits for the one who reads, which is no lack of room. */
    private boolean isFree() {
        try {
            return reading.tryLock(Math.max(RoomTimeout.remainingNanos(), READER_MIN.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What the next one takes over; one that had no room for all of its content gives up all of its room to the next. */
    private Optional<Snapshot> newest() {
        lock.lock();
        try {
            Optional<Snapshot> newest = Optional.ofNullable(recent.peekFirst());
            if (newest.filter(Snapshot::isExceeded).isEmpty()) {
                return newest;
            }
        } finally {
            lock.unlock();
        }
        letGoOfAll();
        return Optional.empty();
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

    /** By the largest alone: they share what did not change. */
    private void weigh() {
        bytes = BYTES_TAKEN_AT_LEAST
                + recent.stream()
                        .mapToLong(each -> Math.max(BYTES_TAKEN_PER_BYTE * each.sourceBytes(), each.heldBytes()))
                        .max()
                        .orElse(0);
    }
}
