package cms.git.disk;

import cms.git.durable.DiskTasks;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.RoomTimeout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single writer of a repository. Waiting works are run one after another and made durable together, on a thread of
 * its own, so that an interrupted caller cannot damage a file of another's write.
 */
final class WriteQueue {
    private static final Logger LOG = LoggerFactory.getLogger(WriteQueue.class);
    private static final int BATCH_WORKS_MAX = 64;
    /** Most times that a batch is run again because others keep moving branches on the host. */
    private static final int TRIES_MAX = 16;

    private final String name;
    private final Opening opening;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Deque<QueuedWrite<?>> waiting = new ArrayDeque<>();
    private boolean draining;
    /** Whether the last batch did not reach the disk; used by the writer only. */
    private volatile boolean failed;

    private volatile @Nullable Thread writer;
    private @Nullable Failure closed;

    /** Begins a batch on the state of the disk, after removing the remains of a failed one. */
    @FunctionalInterface
    interface Opening {
        Batch begin(boolean afterFailure) throws IOException;
    }

    WriteQueue(String name, Opening opening) {
        this.name = name;
        this.opening = opening;
    }

    private static final class QueuedWrite<T extends @Nullable Object> {
        private final Function<Batch, T> work;
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private final long came = System.nanoTime();
        private Runnable outcome = () -> {};

        private QueuedWrite(Function<Batch, T> work) {
            this.work = work;
        }

        private void run(Batch batch) {
            try {
                T result = RoomTimeout.since(came, () -> work.apply(batch));
                outcome = () -> answer.complete(result);
            } catch (Throwable refused) {
                outcome = () -> answer.completeExceptionally(refused);
            }
        }
    }

    <T extends @Nullable Object> T run(Function<Batch, T> work) {
        QueuedWrite<T> job = new QueuedWrite<>(work);
        lock.lock();
        try {
            if (closed != null) {
                throw closed;
            }
            if (Thread.currentThread() == writer) {
                throw new IllegalStateException("A write must not wait for another write of the same repository");
            }
            waiting.add(job);
            if (!draining) {
                start(job);
            }
        } finally {
            lock.unlock();
        }
        return answer(job);
    }

    /** Starts the writer; where the system gives no thread, the work is refused and the next one tries anew. */
    private void start(QueuedWrite<?> job) {
        try {
            DiskTasks.start(this::drain);
            draining = true;
        } catch (RuntimeException | Error noThread) {
            waiting.remove(job);
            throw Failure.unavailable("The service has no thread to write with at this moment; try again.")
                    .causedBy(noThread);
        }
    }

    private static <T extends @Nullable Object> T answer(QueuedWrite<T> job) {
        try {
            return job.answer.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException own) {
                throw own;
            }
            if (failed.getCause() instanceof Error fatal) {
                throw fatal;
            }
            throw failed;
        }
    }

    /** Refuses further writes with this failure and waits for those that were accepted. */
    void close(Failure reason) {
        lock.lock();
        try {
            closed = reason;
            while (draining) {
                idle.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void drain() {
        writer = Thread.currentThread();
        for (List<QueuedWrite<?>> jobs = next(); !jobs.isEmpty(); jobs = next()) {
            commit(jobs);
        }
    }

    private List<QueuedWrite<?>> next() {
        List<QueuedWrite<?>> jobs = new ArrayList<>();
        lock.lock();
        try {
            while (jobs.size() < BATCH_WORKS_MAX && !waiting.isEmpty()) {
                jobs.add(waiting.remove());
            }
            if (jobs.isEmpty()) {
                writer = null;
                draining = false;
                idle.signalAll();
            }
            return jobs;
        } finally {
            lock.unlock();
        }
    }

    /** Completes the works when the disk, and the upstream where there is one, have everything. */
    private void commit(List<QueuedWrite<?>> jobs) {
        boolean afterFailure = failed;
        failed = true;
        Upstream.Offer offer = Upstream.Offer.ANEW;
        try {
            for (int i = 0; i < TRIES_MAX && offer == Upstream.Offer.ANEW; i++) {
                offer = attempt(jobs, afterFailure);
                afterFailure = false;
            }
        } catch (Failure known) {
            LOG.warn("Writes of the repository {} failed: {}", name, known.message(), known.getCause());
            jobs.forEach(job -> job.answer.completeExceptionally(known));
            return;
        } catch (Throwable broken) {
            LOG.error("A write of the repository {} did not reach the disk", name, broken);
            jobs.forEach(job -> job.answer.completeExceptionally(
                    Failure.unavailable("The disk did not confirm the change; try again.")
                            .causedBy(broken)));
            return;
        }
        failed = false;
        switch (offer) {
            case TAKEN -> jobs.forEach(job -> job.outcome.run());
            case ANEW -> jobs.forEach(job -> job.answer.completeExceptionally(busy()));
            case REFUSED -> alone(jobs);
        }
    }

    private Upstream.Offer attempt(List<QueuedWrite<?>> jobs, boolean afterFailure) throws IOException {
        Batch batch = opening.begin(afterFailure);
        try {
            jobs.forEach(job -> job.run(batch));
            Thread.interrupted(); // A work may have left the mark, and an interrupted thread cannot write files.
            return batch.flush();
        } finally {
            batch.end();
        }
    }

    /** Runs each work in a batch of its own, because one refused write must not fail the others. */
    private void alone(List<QueuedWrite<?>> jobs) {
        if (jobs.size() == 1) {
            jobs.getFirst().answer.completeExceptionally(refused());
        } else {
            jobs.forEach(job -> commit(List.of(job)));
        }
    }

    private static Failure busy() {
        return Failure.unavailable("Others are changing these branches on the Git host all the time; try again.")
                .withRetryAfter(Duration.ofSeconds(1));
    }

    private static Failure refused() {
        return Failure.of(
                FailureKind.BAD_GATEWAY,
                "The Git host refuses this change: its rules must let this service push to cms and below cr/.");
    }
}
