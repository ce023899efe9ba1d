package cms.content.recent;

import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPaths;
import cms.git.Tree;
import cms.git.TreeId;
import cms.platform.compute.Outside;
import cms.platform.heap.HeapCache;
import cms.platform.heap.HeapPool;
import cms.platform.heap.Reading;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** The last snapshots of one project, as long as nobody else needs the room that they take. Safe for several threads. */
public final class RecentSnapshots {
    private static final int SNAPSHOTS_MAX = 3;

    /** What a byte of content files takes in memory, with everything that is printed and found in it. */
    private static final int BYTES_TAKEN_PER_BYTE = 4;

    private static final int BYTES_TAKEN_AT_LEAST = 64 * 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Snapshot> recent = new ArrayDeque<>();
    private final ParsedFiles files;
    private final ContentPaths paths;
    private final String owner;
    private final BooleanSupplier letGoOfMade;
    private final HeapCache cache;
    private volatile long bytes = BYTES_TAKEN_AT_LEAST;

    /**
     * @param owner whose room it is, in turn with others
     * @param letGoOfMade lets go of what was made of them, without waiting; false where that is used at the moment
     */
    public RecentSnapshots(ParsedFiles files, ContentPaths paths, String owner, BooleanSupplier letGoOfMade) {
        this.files = files;
        this.paths = paths;
        this.owner = owner;
        this.letGoOfMade = letGoOfMade;
        this.cache = new HeapCache(HeapPool.OF_PROCESS, owner, this::letGo);
    }

    /** About what they take of the memory: what the largest does, for they share what did not change. */
    public long bytes() {
        return bytes;
    }

    /** Room for what is read of this project and not cached. */
    public Reading room() {
        return HeapPool.OF_PROCESS.reading(owner);
    }

    /** The snapshot of a tree, held until the request ends that asks for it. */
    public Snapshot of(Tree tree) {
        Outside.lock(lock);
        try {
            Snapshot snapshot = cached(tree.id()).orElseGet(() -> read(tree));
            recent.remove(snapshot);
            recent.addFirst(snapshot);
            cache.use();
            return snapshot;
        } finally {
            lock.unlock();
        }
    }

    /** The one of a tree, where it is cached and nobody reads another one at the moment. */
    public Optional<Snapshot> find(TreeId id) {
        if (!lock.tryLock()) {
            return Optional.empty();
        }
        try {
            Optional<Snapshot> found = cached(id);
            found.ifPresent(snapshot -> cache.use());
            return found;
        } finally {
            lock.unlock();
        }
    }

    /** Nobody asks any more. */
    public void close() {
        cache.close();
    }

    private Optional<Snapshot> cached(TreeId id) {
        return recent.stream().filter(snapshot -> snapshot.tree().equals(id)).findFirst();
    }

    private Snapshot read(Tree tree) {
        try (Reading room = room()) {
            Snapshot snapshot = Snapshot.read(tree, paths, files, recent.peekFirst(), room);
            if (recent.isEmpty()) {
                room.hold(weight(snapshot) - snapshot.heldBytes());
            }
            recent.addFirst(snapshot);
            while (recent.size() > 1
                    && (recent.size() > SNAPSHOTS_MAX
                            || recent.stream().mapToLong(Snapshot::heldBytes).sum() > Snapshot.HELD_BYTES_MAX)) {
                recent.removeLast();
            }
            room.keepIn(cache, together());
            bytes = BYTES_TAKEN_AT_LEAST
                    + recent.stream().mapToLong(RecentSnapshots::weight).max().orElse(0);
            return snapshot;
        }
    }

    /** With what is printed of it, as far as there is room for that of one project. */
    private static long weight(Snapshot snapshot) {
        long printed = BYTES_TAKEN_PER_BYTE * snapshot.sourceBytes() - snapshot.heldBytes();
        return snapshot.heldBytes() + Math.clamp(printed, 0, Snapshot.HELD_BYTES_MAX / 2);
    }

    private long together() {
        return recent.stream().mapToLong(RecentSnapshots::weight).sum();
    }

    /** Others need the room. Whoever reads uses what is there. */
    private long letGo(boolean wholly, long counted) {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return counted;
        }
        try {
            if (!wholly) {
                while (recent.size() > 1) {
                    recent.removeLast();
                }
                return Math.min(counted, together());
            }
            if (!letGoOfMade.getAsBoolean()) {
                return counted;
            }
            recent.clear();
            bytes = BYTES_TAKEN_AT_LEAST;
            return 0;
        } finally {
            lock.unlock();
        }
    }
}
