package cms.delivery;

import cms.delivery.serve.Release;
import cms.delivery.serve.ServedProject;
import cms.delivery.serve.ServedProjects;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads projects into memory at their first read, and drops those that were read longest ago when others need the room.
 * It holds a project's release whole or not at all, so a read never waits for a part.
 */
final class ReleaseCache {
    /** Bytes of all releases in memory; beyond it only the project that was read last and the pinned ones stay. */
    static final long BYTES_MAX = 160L << 20;

    /** Bytes that a file takes beside its body: names, header lines, precompressed variants. */
    private static final long BYTES_OF_A_FILE = 1_500;

    private static final int LOCKS = 64;

    private final ServedProjects servedProjects;
    private final ReleaseKeeper keeper;
    private final Function<String, Optional<ServedProject>> source;
    private final Predicate<ServedProject> pinned;
    private final long bytesMax;
    private final AtomicLong reads = new AtomicLong();
    private final Map<String, Long> lastRead = new ConcurrentHashMap<>();
    private final Map<String, Weighed> weights = new ConcurrentHashMap<>();
    private final List<ReentrantLock> locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

    /**
     * @param source a project with its settings and without a release; empty for unknown ones
     * @param pinned tells which projects have to stay, because they change by schedule or have watchers
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

    /** The size of a release; refers to it weakly, so that a release that is not served any more can be collected. */
    private record Weighed(WeakReference<Release> release, long bytes) {}

    /**
     * Loads a project into memory, once for all threads that ask for it; unknown projects stay unknown.
     *
     * @return whether it was not in memory before
     */
    boolean load(String projectId) {
        used(projectId);
        if (servedProjects.find(projectId) != null) {
            return false;
        }
        ReentrantLock lock = lock(projectId);
        lock.lock();
        try {
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
            }
            return shown != null;
        } finally {
            lock.unlock();
        }
    }

    /** Loads a project into memory anew from the rows of all instances; no build of it may run here meanwhile. */
    void refresh(String projectId) {
        load(projectId);
        ServedProject shown = servedProjects.find(projectId);
        if (shown != null) {
            showRelease(shown);
            showSettings(projectId);
        }
    }

    /**
     * Shows readers the stored settings of a project that is in memory. They are read and shown in turn, so that no
     * thread shows what it has read before a newer change was shown.
     */
    void showSettings(String projectId) {
        ReentrantLock lock = lock(projectId);
        lock.lock();
        try {
            source.apply(projectId)
                    .ifPresentOrElse(
                            stated -> servedProjects.change(projectId, shown -> with(stated, shown.release())),
                            () -> servedProjects.remove(projectId));
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

    /** Notes a read of the project. */
    void used(String projectId) {
        lastRead.put(projectId, reads.incrementAndGet());
    }

    /** Drops projects until the rest fits; returns their ids. */
    List<String> bound() {
        List<ServedProject> all = List.copyOf(servedProjects.all());
        lastRead.keySet().removeIf(projectId -> servedProjects.find(projectId) == null);
        weights.keySet().removeIf(projectId -> servedProjects.find(projectId) == null);
        long bytes = all.stream().mapToLong(this::bytes).sum();
        if (bytes <= bytesMax) {
            return List.of();
        }
        List<ServedProject> oldestFirst = all.stream()
                .filter(served -> !pinned.test(served))
                .sorted(Comparator.comparingLong(served -> lastRead.getOrDefault(served.projectId(), 0L)))
                .toList();
        long left = bytes;
        List<String> gone = new ArrayList<>();
        for (ServedProject served : oldestFirst.subList(0, Math.max(0, oldestFirst.size() - 1))) {
            if (left > bytesMax) {
                servedProjects.remove(served.projectId());
                gone.add(served.projectId());
                left -= bytes(served);
            }
        }
        return gone;
    }

    private long bytes(ServedProject served) {
        Release release = served.release();
        if (release == null) {
            return BYTES_OF_A_FILE;
        }
        Weighed known = weights.get(served.projectId());
        if (known == null || !known.release().refersTo(release)) {
            known = new Weighed(
                    new WeakReference<>(release),
                    release.bytes() + release.files().size() * BYTES_OF_A_FILE);
            weights.put(served.projectId(), known);
        }
        return known.bytes();
    }
}
