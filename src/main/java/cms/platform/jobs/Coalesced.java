package cms.platform.jobs;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Merges requests for the same work: waiting ones become one, and one worker at a time carries them out in order.
 *
 * @param <T> the reason of a request
 */
public final class Coalesced<T> {
    private final ReentrantLock state = new ReentrantLock();
    private @Nullable T waiting;
    private boolean worker;

    /**
     * Adds a request; true when the caller must have {@link #fulfil} called.
     *
     * @param reason kept from the first of several merged requests
     */
    public boolean add(T reason) {
        state.lock();
        try {
            waiting = waiting == null ? reason : waiting;
            boolean start = !worker;
            worker = true;
            return start;
        } finally {
            state.unlock();
        }
    }

    /** Whether a request waits. */
    public boolean isWaiting() {
        state.lock();
        try {
            return waiting != null;
        } finally {
            state.unlock();
        }
    }

    /** Carries out requests until none waits; after an exception the next request gets a worker again. */
    public void fulfil(Consumer<T> work) {
        boolean ended = false;
        try {
            @Nullable T taken = take();
            while (taken != null) {
                work.accept(taken);
                taken = take();
            }
            ended = true;
        } finally {
            if (!ended) {
                abandon();
            }
        }
    }

    /** Takes the waiting request, or ends the worker when there is none. A request after this call is a new one. */
    private @Nullable T take() {
        state.lock();
        try {
            @Nullable T taken = waiting;
            worker = taken != null;
            waiting = null;
            return taken;
        } finally {
            state.unlock();
        }
    }

    private void abandon() {
        state.lock();
        try {
            worker = false;
        } finally {
            state.unlock();
        }
    }
}
