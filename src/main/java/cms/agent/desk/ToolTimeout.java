package cms.agent.desk;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Waits for a call up to the timeout of its tool. A write that takes longer continues, as half a write is worse than a
 * late one; a read ends at its next check whether its result is awaited.
 */
final class ToolTimeout {
    private ToolTimeout() {}

    /**
     * @param work the call; its argument tells whether the result is not awaited any more
     * @param late called with a result that came after the timeout
     * @return empty when it was not done in time
     */
    static Optional<ToolResult> within(
            Duration most, Function<BooleanSupplier, ToolResult> work, Consumer<ToolResult> late) {
        AtomicBoolean taken = new AtomicBoolean();
        FutureTask<ToolResult> task = new FutureTask<>(() -> {
            ToolResult result = work.apply(taken::get);
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

    /** The result of a task that is about to complete. */
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
