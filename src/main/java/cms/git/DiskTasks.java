package cms.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Work that mostly waits for the disk, done at the same time: a disk syncs twenty files nearly as fast as one. */
final class DiskTasks {
    private DiskTasks() {}

    @FunctionalInterface
    interface Task {
        void run() throws IOException;
    }

    /** Runs all tasks and returns when every one has ended; the first failure comes back. */
    static void all(List<Task> tasks) throws IOException {
        List<FutureTask<Void>> running = new ArrayList<>();
        for (Task task : tasks) {
            FutureTask<Void> future = new FutureTask<>(() -> {
                task.run();
                return null;
            });
            running.add(future);
            if (running.size() < tasks.size()) {
                Thread.ofVirtual().start(future);
            } else {
                future.run();
            }
        }
        List<Throwable> failures = new ArrayList<>();
        running.forEach(future -> await(future, failures));
        if (!failures.isEmpty()) {
            throw new IOException("The disk did not take everything", failures.getFirst());
        }
    }

    /** Never gives up waiting: a file that is still being written must not be cleaned up under the writer's hands. */
    private static void await(FutureTask<Void> future, List<Throwable> failures) {
        boolean interrupted = false;
        while (true) {
            try {
                future.get();
                break;
            } catch (ExecutionException failed) {
                failures.add(failed.getCause());
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
