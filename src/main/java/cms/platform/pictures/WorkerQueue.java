package cms.platform.pictures;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets as many in as there are workers; the others wait in {@link FairQueue}, for a while. */
final class WorkerQueue {
    private static final Duration COME_BACK = Duration.ofSeconds(5);

    private final ReentrantLock lock = new ReentrantLock();
    private final FairQueue<WaitingWork> line;
    private final int placesMax;
    private final Duration wait;
    private int taken;
    private int slow;
    private boolean closed;

    private static final class WaitingWork {
        private final Urgency urgency;
        private final Condition come;
        private boolean isIn;

        private WaitingWork(Urgency urgency, Condition come) {
            this.urgency = urgency;
            this.come = come;
        }
    }

    WorkerQueue(int placesMax, WorkerLimits limits) {
        this.placesMax = placesMax;
        this.wait = limits.waiting();
        this.line = new FairQueue<>(limits.waitingMax());
    }

    /**
     * Waits for a place; a caller that got one has to {@link #leave}.
     *
     * @throws Failure UNAVAILABLE when too much waits, after the longest wait, or when the service stops
     */
    void enter(String owner, Urgency urgency) {
        lock.lock();
        try {
            WaitingWork turn = new WaitingWork(urgency, lock.newCondition());
            if (closed || !line.add(owner, urgency, turn)) {
                throw tooMuch();
            }
            letIn();
            await(owner, turn);
        } finally {
            lock.unlock();
        }
    }

    void leave(Urgency urgency) {
        lock.lock();
        try {
            taken--;
            slow -= urgency == Urgency.SLOW ? 1 : 0;
            letIn();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody is let in any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            for (WaitingWork turn = line.next(any -> true); turn != null; turn = line.next(any -> true)) {
                turn.come.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    static Failure tooMuch() {
        return Failure.unavailable("There are more pictures to work on than this service can at the moment; try again.")
                .withCode("media.busy")
                .withRetryAfter(COME_BACK);
    }

    private void await(String owner, WaitingWork turn) {
        long left = wait.toNanos();
        try {
            while (!turn.isIn && !closed && left > 0) {
                left = turn.come.awaitNanos(left);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            if (turn.isIn) {
                leave(turn.urgency);
                throw tooMuch();
            }
        }
        if (!turn.isIn) {
            line.remove(owner, turn.urgency, turn);
            throw tooMuch();
        }
    }

    private void letIn() {
        while (taken < placesMax) {
            WaitingWork next = line.next(this::mayBegin);
            if (next == null) {
                return;
            }
            taken++;
            slow += next.urgency == Urgency.SLOW ? 1 : 0;
            next.isIn = true;
            next.come.signal();
        }
    }

    /** One place stays for what somebody waits for. */
    private boolean mayBegin(Urgency urgency) {
        return urgency != Urgency.SLOW || slow < Math.max(1, placesMax - 1);
    }
}
