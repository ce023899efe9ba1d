package cms.platform.http.edge;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the requests in progress, so that a stop can wait for them. */
public final class Requests {
    private final AtomicInteger open = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private volatile boolean ending;

    public void begin() {
        open.incrementAndGet();
    }

    public void end() {
        if (open.decrementAndGet() == 0) {
            lock.lock();
            try {
                idle.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Rejects new requests on open connections from now on. */
    public void rejectAll() {
        ending = true;
    }

    public boolean isEnding() {
        return ending;
    }

    public int count() {
        return open.get();
    }

    /** Waits until no request is open, at most {@code timeout}. */
    public boolean awaitIdle(Duration timeout) {
        long left = timeout.toNanos();
        lock.lock();
        try {
            while (open.get() > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
            return open.get() == 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
