package cms.platform.pictures;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The idle worker processes and their engine: libvips, or ImageIO once libvips has failed to load. */
final class Workers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final String DOES_NOT_WORK = " does not work";
    static final String PREFIX = "worker-";

    private static final Duration COME_BACK = Duration.ofSeconds(10);

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Resting> resting = new ArrayDeque<>();
    private final Path folder;
    private final WorkerLimits limits;
    private @Nullable Path library;
    private String error;
    private @Nullable Engine engine;
    private boolean closed;

    private record Resting(WorkerProcess worker, long until) {}

    /** @param library empty for ImageIO */
    Workers(Path folder, Optional<Path> library, WorkerLimits limits) {
        this.folder = folder;
        this.limits = limits;
        this.library = library.orElse(null);
        this.error = library.isEmpty() ? "libvips was not found" : "";
    }

    /**
     * An idle process or a new one; the caller gives it back.
     *
     * @throws Failure UNAVAILABLE when none can be started
     */
    WorkerProcess take() {
        WorkerProcess rested = rested();
        while (rested != null && !rested.isFit()) {
            rested.close();
            rested = rested();
        }
        return rested == null ? start() : rested;
    }

    /** Keeps a process idle for reuse, or ends it when it is not fit for more. */
    void giveBack(WorkerProcess worker) {
        lock.lock();
        try {
            if (!closed && worker.isFit()) {
                resting.addFirst(
                        new Resting(worker, System.nanoTime() + limits.rest().toNanos()));
                Thread.ofVirtual().name("picture-rest").start(this::endRested);
                return;
            }
        } finally {
            lock.unlock();
        }
        worker.close();
    }

    /** The engine that the last started worker has reported; starts one when none was ever started. */
    Engine engine() {
        Engine known = engineIfReady();
        if (known != null) {
            return known;
        }
        WorkerProcess worker = take();
        giveBack(worker);
        return worker.engine();
    }

    /** Why libvips is not used; empty when it is. */
    String error() {
        lock.lock();
        try {
            return error;
        } finally {
            lock.unlock();
        }
    }

    /** The same without details that only the operator may see. */
    String publicError() {
        String known = error();
        return known.contains(DOES_NOT_WORK) ? "libvips" + DOES_NOT_WORK : known;
    }

    /** Whether libvips was found and, as far as it was tried, works. */
    boolean hasLibrary() {
        return library() != null;
    }

    /** Process ids of the idle workers; for tests. */
    List<Long> restingPids() {
        lock.lock();
        try {
            return resting.stream().map(each -> each.worker().pid()).toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            resting.forEach(each -> each.worker().close());
            resting.clear();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable WorkerProcess rested() {
        lock.lock();
        try {
            Resting first = resting.pollFirst();
            return first == null ? null : first.worker();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Engine engineIfReady() {
        lock.lock();
        try {
            return engine;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Path library() {
        lock.lock();
        try {
            return library;
        } finally {
            lock.unlock();
        }
    }

    private WorkerProcess start() {
        Path vips = library();
        try {
            return started(vips);
        } catch (IOException unready) {
            if (vips != null && engineIfReady() == null) {
                LOG.debug("libvips does not work", unready);
                doWithoutVips(vips + DOES_NOT_WORK + ": " + unready.getMessage());
                return start();
            }
            throw Failure.unavailable("Pictures cannot be worked on at the moment; try again.")
                    .withCode("media.busy")
                    .withRetryAfter(COME_BACK)
                    .causedBy(unready);
        }
    }

    private WorkerProcess started(@Nullable Path vips) throws IOException {
        WorkerProcess worker = new WorkerProcess(
                folder.resolve(PREFIX + UUID.randomUUID()), vips, Optional.ofNullable(engineIfReady()), limits);
        lock.lock();
        try {
            engine = worker.engine();
        } finally {
            lock.unlock();
        }
        return worker;
    }

    private void doWithoutVips(String why) {
        LOG.warn("pictures are made by {}; {}", Engine.IMAGE_IO, Engine.lack(why));
        lock.lock();
        try {
            library = null;
            error = why;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the longest idle time, then ends the workers that have been idle for so long. */
    private void endRested() {
        try {
            Thread.sleep(limits.rest());
        } catch (InterruptedException stopped) {
            return;
        }
        ArrayDeque<WorkerProcess> ended = new ArrayDeque<>();
        lock.lock();
        try {
            long now = System.nanoTime();
            resting.removeIf(each -> {
                boolean late = now - each.until() >= 0;
                if (late) {
                    ended.add(each.worker());
                }
                return late;
            });
        } finally {
            lock.unlock();
        }
        ended.forEach(WorkerProcess::close);
    }
}
