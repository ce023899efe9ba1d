package cms.platform.jobs;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Requests for the same work: those that wait become one, and one worker at a time fulfils them in their order.
 *
 * @param <T> why somebody asks for it
 */
public final class Coalesced<T> {
    private final ReentrantLock state = new ReentrantLock();
    private @Nullable T waiting;
    private boolean worker;

    /**
     * Adds a request; true when the caller must see to it that somebody calls {@link #fulfil}.
     *
     * @param reason of several requests that become one the first counts
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

    /** Whether something waits. */
    public boolean isWaiting() {
        state.lock();
        try {
            return waiting != null;
        } finally {
            state.unlock();
        }
    }

    /** Works until nothing waits; when that breaks off, the next request has a worker again. */
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

    /** Takes what waits; nothing ends the worker. Whatever comes after this call is a new request. */
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
