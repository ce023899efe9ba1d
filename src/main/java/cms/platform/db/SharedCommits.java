package cms.platform.db;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single writer of a SQLite file. Waiting works share one commit, whose sync is the main cost of a write.
 *
 * <p>The turn is passed on within the open transaction. Each work runs on its own thread; all but the first run in a
 * savepoint, so that one that fails is undone alone and returns at once. No other work returns before the commit. A
 * lone writer commits at once and without any of this (decision 81).
 */
final class SharedCommits {
    /** A finished work waits at most this long for others to share its commit. */
    private static final long WAIT_NANOS_MAX = 5_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(SharedCommits.class);

    private static final int WORKS_MAX = 64;

    private final Jdbi writing;
    private final ReentrantLock turn = new ReentrantLock(true);

    /** The commit that the next writer joins; guarded by the turn. */
    private @Nullable Shared open;

    SharedCommits(Jdbi writing) {
        this.writing = writing;
    }

    /**
     * Runs {@code work} alone on the rows and returns once it is committed.
     *
     * @throws RuntimeException of the work, which is undone then; or of the commit, and then nothing of all works is
     *     kept
     */
    <T> T commit(Function<Handle, T> work) {
        Shared shared;
        T value;
        turn.lock();
        try {
            shared = open == null ? begin() : open;
            try {
                value = shared.works == 0 ? first(shared, work) : another(shared, work);
                shared.done(System.nanoTime());
            } finally {
                endUnlessOthersJoin(shared);
            }
        } finally {
            turn.unlock();
        }
        shared.await();
        return value;
    }

    private Shared begin() {
        Handle handle = writing.open();
        try {
            handle.begin();
        } catch (RuntimeException | Error refused) {
            try (handle) { // which may say that there is nothing to end, in place of why nothing began
                throw refused;
            }
        }
        Shared begun = new Shared(handle);
        open = begun;
        return begun;
    }

    /** Runs the first work, without a savepoint, because no other work's rows would have to stay when it fails. */
    private <T> T first(Shared shared, Function<Handle, T> work) {
        boolean done = false;
        try {
            T value = work.apply(shared.handle);
            done = true;
            return value;
        } finally {
            if (!done) {
                abandon(shared);
            }
        }
    }

    private <T> T another(Shared shared, Function<Handle, T> work) {
        boolean done = false;
        try {
            shared.handle.execute("SAVEPOINT work");
            T value = work.apply(shared.handle);
            shared.handle.execute("RELEASE work");
            done = true;
            return value;
        } finally {
            if (!done) {
                undoAlone(shared);
            }
        }
    }

    private void undoAlone(Shared shared) {
        try {
            shared.handle.execute("ROLLBACK TO work");
            shared.handle.execute("RELEASE work");
        } catch (RuntimeException | Error gone) {
            // SQLite gives a whole transaction up after some failures of the disk; the savepoint has gone with it.
            abandon(shared);
            shared.outcome.completeExceptionally(gone);
        }
    }

    private void abandon(Shared shared) {
        open = null;
        try (Handle handle = shared.handle) {
            handle.rollback();
        } catch (RuntimeException | Error undone) {
            LOG.debug("a transaction that failed has been given up by the database itself", undone);
        }
    }

    /**
     * Commits unless others wait for the turn. A waiting writer never gives up, so one that is seen waiting continues
     * the open transaction.
     */
    private void endUnlessOthersJoin(Shared shared) {
        if (open != shared) {
            return;
        }
        boolean full = shared.works >= WORKS_MAX || System.nanoTime() - shared.firstDoneNanos > WAIT_NANOS_MAX;
        if (full || !turn.hasQueuedThreads()) {
            end(shared);
        }
    }

    private void end(Shared shared) {
        open = null;
        try (Handle handle = shared.handle) {
            handle.commit();
            shared.outcome.complete(true);
        } catch (RuntimeException | Error failed) {
            // It may have been the commit, and then it has failed for everybody, or only what closes the handle.
            shared.outcome.completeExceptionally(failed);
        }
    }

    /** One shared transaction and its outcome. */
    private static final class Shared {
        private final Handle handle;
        private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        private int works;
        private long firstDoneNanos;

        Shared(Handle handle) {
            this.handle = handle;
        }

        void done(long nanos) {
            works++;
            firstDoneNanos = works == 1 ? nanos : firstDoneNanos;
        }

        void await() {
            try {
                outcome.join();
            } catch (CompletionException failed) {
                if (failed.getCause() instanceof RuntimeException refused) {
                    throw refused;
                }
                throw failed;
            }
        }
    }
}
