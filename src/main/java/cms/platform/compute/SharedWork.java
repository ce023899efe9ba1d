package cms.platform.compute;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Work that several callers ask for at once and the first of them does, on its own thread. The others wait for its
 * result {@link Outside} of their places. Nothing is remembered once the work has ended. Safe for several threads.
 */
public final class SharedWork<K, V> {
    private final ConcurrentMap<K, CompletableFuture<V>> running = new ConcurrentHashMap<>();
    private final Duration waitMax;
    private final Supplier<Failure> busy;

    /**
     * @param waitMax how long a caller waits for the work of another one
     * @param busy the failure of a caller that waited for nothing
     */
    public SharedWork(Duration waitMax, Supplier<Failure> busy) {
        this.waitMax = waitMax;
        this.busy = busy;
    }

    /**
     * Does the work, or waits while another caller does it under the same key, and returns its value. A caller that
     * waits gets the exception of the one that works.
     *
     * @throws Failure the {@code busy} one, for a caller that waits: after {@code waitMax}, when the work ended with an
     *     {@code Error}, and when the service stops
     */
    public V of(K key, Supplier<V> work) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> others = running.putIfAbsent(key, mine);
        if (others != null) {
            return Outside.waiting(() -> result(others));
        }
        try {
            V value = work.get();
            mine.complete(value);
            return value;
        } catch (RuntimeException | Error failed) {
            mine.completeExceptionally(failed);
            throw failed;
        } finally {
            running.remove(key, mine);
        }
    }

    /** Whether a caller does the work of a key at this moment. */
    public boolean isRunning(K key) {
        return running.containsKey(key);
    }

    private V result(CompletableFuture<V> others) {
        try {
            return others.get(waitMax.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause
                    ? cause
                    : busy.get().causedBy(failed);
        } catch (TimeoutException late) {
            throw busy.get().causedBy(late);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw busy.get().causedBy(stopping);
        }
    }
}
