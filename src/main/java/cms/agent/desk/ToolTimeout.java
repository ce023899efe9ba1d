package cms.agent.desk;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits for a call as long as its tool may take. What takes longer goes on by itself: half a write is worse than a late one. */
final class ToolTimeout {
    private ToolTimeout() {}

    /**
     * @param late called with a result that came after the timeout
     * @return empty when it was not done in time
     */
    static Optional<ToolResult> within(Duration most, Supplier<ToolResult> work, Consumer<ToolResult> late) {
        AtomicBoolean taken = new AtomicBoolean();
        FutureTask<ToolResult> task = new FutureTask<>(() -> {
            ToolResult result = work.get();
            if (!taken.compareAndSet(false, true)) {
                late.accept(result);
            }
            return result;
        });
        Thread.ofVirtual().name("agent-tool").start(task);
        try {
            return Optional.of(task.get(most.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException slow) {
            return taken.compareAndSet(false, true) ? Optional.empty() : Optional.of(ended(task));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return taken.compareAndSet(false, true) ? Optional.empty() : Optional.of(ended(task));
        } catch (ExecutionException failed) {
            throw thrown(failed);
        }
    }

    /** Of a task that has its result and is about to say so. */
    private static ToolResult ended(FutureTask<ToolResult> task) {
        boolean interrupted = Thread.interrupted();
        try {
            return task.get();
        } catch (InterruptedException | ExecutionException failed) {
            throw failed instanceof ExecutionException broken ? thrown(broken) : new IllegalStateException(failed);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException thrown(ExecutionException failed) {
        return failed.getCause() instanceof RuntimeException known ? known : new IllegalStateException(failed);
    }
}
