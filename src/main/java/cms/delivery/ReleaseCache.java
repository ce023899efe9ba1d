package cms.delivery;

import cms.delivery.pack.PackBuffer;
import cms.delivery.serve.Release;
import cms.delivery.serve.ServedProject;
import cms.delivery.serve.ServedProjects;
import cms.platform.compute.Outside;
import cms.platform.heap.RoomTimeout;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads projects into memory at their first read, and drops those that were read longest ago when others need the room.
 * It holds a project's release whole or not at all, so a read never waits for a part.
 */
final class ReleaseCache {
    /** Bytes that a file takes beside its body: names, header lines, precompressed variants. */
    private static final long BYTES_OF_A_FILE = 1_500;

    /** Many, as a reader may wait for room under one of them. */
    private static final int LOCKS = 1_024;

    /** Right after a load, releases may take so many times their bytes: each read would otherwise load one anew. */
    private static final int AFTER_LOAD_TIMES = 2;

    private final ServedProjects servedProjects;
    private final ReleaseKeeper keeper;
    private final Function<String, Optional<ServedProject>> source;
    private final Predicate<ServedProject> pinned;
    private final long bytesMax;
    private final AtomicLong reads = new AtomicLong();
    private final Map<String, Long> lastRead = new ConcurrentHashMap<>();
    private final Map<String, Weighed> weights = new ConcurrentHashMap<>();
    private final Map<String, Dropped> dropped = new ConcurrentHashMap<>();
    private final List<ReentrantLock> locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

    /**
     * @param source a project with its settings and without a release; empty for unknown ones
     * @param pinned tells which projects are remembered when they go, because they change by schedule or have watchers
     * @param bytesMax of all releases in memory; beyond it only the project that was read last stays
     */
    ReleaseCache(
            ServedProjects servedProjects,
            ReleaseKeeper keeper,
            Function<String, Optional<ServedProject>> source,
            Predicate<ServedProject> pinned,
            long bytesMax) {
        this.servedProjects = servedProjects;
        this.keeper = keeper;
        this.source = source;
        this.pinned = pinned;
        this.bytesMax = bytesMax;
    }

    /** What is remembered of a pinned project without its release. */
    private record Dropped(ServedProject settings, Optional<Instant> nextChange) {
        static Dropped of(ServedProject served) {
            Release release = served.release();
            return new Dropped(served.withoutRelease(), release == null ? Optional.empty() : release.nextChange());
        }

        boolean isDue(Instant now) {
            return settings.enabled()
                    && nextChange.filter(change -> !change.isAfter(now)).isPresent();
        }
    }

    /**
     * The size of a release; refers to it weakly, so that a release that is not served any more can be collected.
     *
     * @param inHeap of its bytes; of a large release, bodies that are stored in one piece are mapped files
     */
    private record Weighed(WeakReference<Release> release, long bytes, long inHeap) {
        static final Weighed NOTHING = new Weighed(new WeakReference<>(null), BYTES_OF_A_FILE, BYTES_OF_A_FILE);

        static Weighed of(Release release) {
            long files = release.files().size() * BYTES_OF_A_FILE;
            long bodies = release.bytes();
            long copied = release.files().values().stream()
                    .filter(file -> file.isComposed() || file.pieces().size() > 1)
                    .mapToLong(file -> file.body().size())
                    .sum();
            long inHeap = Math.min(bodies, copied + PackBuffer.HEAP_BYTES_MAX);
            return new Weighed(new WeakReference<>(release), bodies + files, inHeap + files);
        }
    }

    /**
     * Loads a project into memory, once for all threads that ask for it; unknown projects stay unknown. Those that
     * waited for one that finds no room in time do not begin to wait for it anew.
     *
     * @return whether it was not in memory before
     * @throws Failure UNAVAILABLE when there is no room to read its release for ten seconds
     */
    boolean load(String projectId) {
        used(projectId);
        return servedProjects.find(projectId) == null
                && RoomTimeout.since(System.nanoTime(), () -> keeping(projectId, () -> loadInTurn(projectId)));
    }

    private boolean loadInTurn(String projectId) {
        if (servedProjects.find(projectId) != null) {
            return false;
        }
        source.apply(projectId)
                .ifPresent(found -> servedProjects.putIfAbsent(
                        keeper.current(projectId).map(found::with).orElse(found)));
        // A build may have ended between the look at the pointer and now.
        ServedProject shown = servedProjects.find(projectId);
        if (shown != null) {
            showRelease(shown);
            used(projectId); // others that were loaded meanwhile are older
        }
        dropped.remove(projectId);
        return shown != null;
    }

    /**
     * Loads a project into memory anew from the rows of all instances; no build of it may run here meanwhile. Its
     * settings come first, as its release is not read while its objects are away.
     */
    void refresh(String projectId) {
        load(projectId);
        showSettings(projectId);
        ServedProject shown = servedProjects.find(projectId);
        if (shown != null) {
            showRelease(shown);
        }
    }

    /**
     * Shows readers the stored settings of a project that is in memory. They are read and shown in turn, so that no
     * thread shows what it has read before a newer change was shown.
     */
    void showSettings(String projectId) {
        ReentrantLock lock = lock(projectId);
        Outside.lock(lock);
        try {
            source.apply(projectId)
                    .ifPresentOrElse(
                            stated -> {
                                servedProjects.change(projectId, shown -> with(stated, shown.release()));
                                dropped.computeIfPresent(
                                        projectId, (id, before) -> new Dropped(stated, before.nextChange()));
                            },
                            () -> forget(projectId));
        } finally {
            lock.unlock();
        }
    }

    /** Runs work, before whose end the project does not leave memory once it is there. */
    <T extends @Nullable Object> T keeping(String projectId, Supplier<T> work) {
        ReentrantLock lock = lock(projectId);
        Outside.lock(lock);
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private static ServedProject with(ServedProject stated, @Nullable Release release) {
        return release == null ? stated : stated.with(release);
    }

    private ReentrantLock lock(String projectId) {
        return locks.get(Math.floorMod(projectId.hashCode(), LOCKS));
    }

    /** Shows readers the release that the pointer names. */
    private void showRelease(ServedProject shown) {
        String projectId = shown.projectId();
        Release before = shown.release();
        keeper.currentBuild(projectId)
                .filter(current -> before == null || !before.buildId().equals(current))
                .flatMap(current -> read(projectId, current, before))
                .ifPresent(release -> servedProjects.change(
                        projectId, current -> current.release() == before ? current.with(release) : current));
    }

    /** Reads a release. Until a first release is read, or when that fails, readers are told to come back. */
    private Optional<Release> read(String projectId, String buildId, @Nullable Release before) {
        if (before == null) {
            servedProjects.markReleasePending(projectId);
        }
        Optional<Release> read = keeper.read(projectId, buildId, before);
        servedProjects.clearReleasePending(projectId);
        return read;
    }

    /**
     * Shows readers a release that was just published. A pinned project that was dropped meanwhile comes back with it;
     * of another one the next reader loads it.
     */
    void show(String projectId, Release release) {
        ReentrantLock lock = lock(projectId);
        Outside.lock(lock);
        try {
            Dropped before = dropped.remove(projectId);
            if (before != null) {
                servedProjects.putIfAbsent(before.settings().with(release));
            }
            servedProjects.change(projectId, served -> served.with(release));
        } finally {
            lock.unlock();
        }
    }

    /** Notes a read of the project. */
    void used(String projectId) {
        lastRead.put(projectId, reads.incrementAndGet());
    }

    /** The projects that change now by their schedules, in memory or not. */
    List<String> due(Instant now) {
        List<String> due = new ArrayList<>();
        servedProjects.all().stream()
                .filter(served -> served.enabled() && served.isDue(now))
                .forEach(served -> due.add(served.projectId()));
        dropped.forEach((projectId, one) -> {
            if (one.isDue(now)) {
                due.add(projectId);
            }
        });
        return due;
    }

    /** The projects that are in memory, or were pinned when they were dropped. */
    Set<String> followed() {
        Set<String> all = new TreeSet<>(dropped.keySet());
        servedProjects.all().forEach(served -> all.add(served.projectId()));
        return all;
    }

    /** A followed project, without a release where it was dropped; null for others. */
    @Nullable
    ServedProject find(String projectId) {
        ServedProject served = servedProjects.find(projectId);
        Dropped before = served == null ? dropped.get(projectId) : null;
        // It may have been loaded between the two.
        return before == null ? servedProjects.find(projectId) : before.settings();
    }

    /** Forgets a deleted project. */
    void forget(String projectId) {
        dropped.remove(projectId);
        servedProjects.remove(projectId);
    }

    /** Drops projects until the rest fits, those first that were read longest ago; returns their ids. */
    List<String> bound() {
        return bound(bytesMax, Weighed::bytes);
    }

    /** As {@link #bound()} after a load, where releases may take twice as much of the heap until the next look. */
    List<String> boundAfterLoad() {
        return bound(AFTER_LOAD_TIMES * bytesMax, Weighed::inHeap);
    }

    private List<String> bound(long bytesMax, ToLongFunction<Weighed> size) {
        List<ServedProject> all = List.copyOf(servedProjects.all());
        lastRead.entrySet().removeIf(read -> servedProjects.find(read.getKey()) == null);
        weights.keySet().removeIf(projectId -> servedProjects.find(projectId) == null);
        long bytes = all.stream().map(this::weighed).mapToLong(size).sum();
        if (bytes <= bytesMax) {
            return List.of();
        }
        long left = bytes;
        List<String> gone = new ArrayList<>();
        for (ServedProject served : inOrder(all)) {
            if (left > bytesMax && drop(served.projectId())) {
                gone.add(served.projectId());
                left -= size.applyAsLong(weighed(served));
            }
        }
        return gone;
    }

    /** All but the project that was read last, in the order in which they go. */
    private List<ServedProject> inOrder(List<ServedProject> all) {
        Map<String, Long> read = Map.copyOf(lastRead);
        Comparator<ServedProject> byRead =
                Comparator.comparingLong(served -> read.getOrDefault(served.projectId(), 0L));
        String last = all.stream().max(byRead).map(ServedProject::projectId).orElse("");
        return all.stream()
                .filter(served -> !served.projectId().equals(last))
                .sorted(byRead)
                .toList();
    }

    /**
     * Lets a project go, and tells whether it did: while a project is read under the same lock it goes the next time. A
     * pinned one is remembered before, so that its watchers find it, and as it was when it went.
     */
    private boolean drop(String projectId) {
        ReentrantLock lock = lock(projectId);
        if (!lock.tryLock()) {
            return false;
        }
        try {
            ServedProject leaving = servedProjects.find(projectId);
            if (leaving != null && pinned.test(leaving)) {
                dropped.put(projectId, Dropped.of(leaving));
            }
            ServedProject removed = servedProjects.remove(projectId);
            // It may have been changed between the two, or forgotten.
            dropped.computeIfPresent(projectId, (id, before) -> removed == null ? null : Dropped.of(removed));
            return true;
        } finally {
            lock.unlock();
        }
    }

    private Weighed weighed(ServedProject served) {
        Release release = served.release();
        if (release == null) {
            return Weighed.NOTHING;
        }
        Weighed known = weights.get(served.projectId());
        if (known == null || !known.release().refersTo(release)) {
            known = Weighed.of(release);
            weights.put(served.projectId(), known);
        }
        return known;
    }
}
