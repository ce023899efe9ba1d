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
 * Waits for a call as long as its tool may take. A write that takes longer goes on by itself, as half of one is worse than a
 * late one; a read ends where it next looks whether anybody waits for it.
 */
final class ToolTimeout {
    private ToolTimeout() {}

    /**
     * @param work is told whether nobody waits for its result any more
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
