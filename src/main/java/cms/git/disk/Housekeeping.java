package cms.git.disk;

import cms.git.disk.Repacking.Effort;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a repository is repacked: one run at a time in the process, because each keeps its objects in memory, on
 * a platform thread, because minutes of computing on a virtual thread would take a processor from all others. Runs that
 * start by themselves leave a mark ({@link BackgroundReading}).
 */
final class Housekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    private static final int BATCHES_BETWEEN_LOOKS = 40;
    private static final int UNCOMPRESSED_BATCHES_MAX = 10_000;
    private static final int UNCOMPRESSED_BATCHES_MIN = 50;
    private static final Duration QUIET = Duration.ofMinutes(1);

    /** Lock of the only run at a time of all repositories of this process. */
    private static final ReentrantLock ONE_RUN = new ReentrantLock();

    private final String name;
    private final Repacking repacking;
    private final BackgroundReading background;
    private final ReentrantLock running = new ReentrantLock();
    private boolean closed;
    /** Batches since differences were last looked for; only a hint, so it need not survive the process. */
    private final AtomicInteger uncompressed = new AtomicInteger();

    private volatile boolean closing;
    private volatile long lastBatchNanos = System.nanoTime();

    Housekeeping(String name, org.eclipse.jgit.lib.Repository jgit, BackgroundReading background) {
        this.name = name;
        this.repacking = new Repacking(jgit);
        this.background = background;
    }

    /** Number of objects in the packs of the repository. */
    long packedObjects() {
        return repacking.packedObjects();
    }

    /** Size of its packs on the disk, in bytes. */
    long packedBytes() {
        return repacking.packedBytes();
    }

    /**
     * Called for every batch: starts a run when there is enough to pack, a thorough one only after very many batches.
     */
    void batchBegins(int number) throws IOException {
        lastBatchNanos = System.nanoTime();
        int waiting = uncompressed.incrementAndGet();
        if (number % BATCHES_BETWEEN_LOOKS == 0 && !running.isLocked() && repacking.isDue()) {
            Effort effort = waiting > UNCOMPRESSED_BATCHES_MAX ? Effort.COMPRESS : Effort.GATHER;
            Thread.ofPlatform().daemon().name("repack of " + name).start(() -> inTurn(effort));
        }
    }

    /**
     * Starts a thorough run when there is something to pack and no write has come for a while; replaced packs are
     * removed at the next run.
     */
    void runWhenQuiet() {
        boolean quiet = System.nanoTime() - lastBatchNanos > QUIET.toNanos();
        if (quiet && !running.isLocked()) {
            if (uncompressed.get() > UNCOMPRESSED_BATCHES_MIN) {
                inTurn(Effort.COMPRESS);
            } else {
                quietly(() -> alone(repacking::removeReplaced));
            }
        }
    }

    /** Runs unless another repository is being repacked; a later call tries this one again. */
    private void inTurn(Effort effort) {
        if (ONE_RUN.tryLock()) {
            running.lock(); // until the mark is gone as well: a stop waits for this
            try {
                background.reading(name, () -> quietly(() -> run(effort)));
            } finally {
                running.unlock();
                ONE_RUN.unlock();
            }
        }
    }

    private interface HousekeepingStep {
        void run() throws IOException;
    }

    private void quietly(HousekeepingStep work) {
        try {
            work.run();
        } catch (IOException | RuntimeException failed) {
            if (closing) {
                LOG.debug("Repacking of {} was ended by the stop", name, failed);
            } else {
                LOG.warn("The repository {} could not be repacked now; it is tried again", name, failed);
            }
        }
    }

    void run(Effort effort) throws IOException {
        alone(() -> {
            repacking.run(effort);
            if (effort == Effort.COMPRESS) {
                uncompressed.set(0);
            }
        });
    }

    private void alone(HousekeepingStep work) throws IOException {
        running.lock();
        try {
            if (!closed) {
                work.run();
            }
        } finally {
            running.unlock();
        }
    }

    /** Ends a run early and waits for its end. */
    void close() {
        closing = true;
        repacking.cancel();
        running.lock();
        try {
            closed = true;
        } finally {
            running.unlock();
        }
    }
}
