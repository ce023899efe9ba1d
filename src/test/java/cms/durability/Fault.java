package cms.durability;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * strace on some threads of a running process, which makes one of their system calls fail as a broken or full disk
 * would. It counts the calls of each thread for itself, so that the fault strikes once in every thread that comes that
 * far.
 */
public final class Fault implements AutoCloseable {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(180);

    private final Process strace;
    private final Path log;

    private Fault(Process strace, Path log) {
        this.strace = strace;
        this.log = log;
    }

    /** Whether this machine lets a process be traced. */
    public static boolean isPossible(Path folder) {
        try {
            Process tried = new ProcessBuilder(
                            "strace", "-o", folder.resolve("tried").toString(), "true")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("tried.out").toFile())
                    .start();
            return tried.waitFor(60, TimeUnit.SECONDS) && tried.exitValue() == 0;
        } catch (IOException notInstalled) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Makes the {@code nth} of some calls fail in every thread whose name begins with a prefix.
     *
     * @param calls such as {@code fsync,fdatasync}
     */
    public static Fault inject(long pid, String threads, String calls, String error, int nth, Path folder) {
        List<String> tids = threads(pid, threads);
        List<String> traced = new ArrayList<>();
        tids.forEach(tid -> traced.addAll(List.of("-p", tid)));
        return attach(calls, "error=" + error + ":when=" + nth, traced, tids.size(), folder);
    }

    /** Makes some calls of a whole process wait before they begin, in threads too that begin later. */
    public static Fault delay(long pid, String calls, long micros, Path folder) {
        return attach(calls, "delay_enter=" + micros, List.of("-f", "-p", Long.toString(pid)), 1, folder);
    }

    private static Fault attach(String calls, String what, List<String> traced, int processes, Path folder) {
        Path log = folder.resolve("strace.log");
        Path said = folder.resolve("strace.out");
        List<String> command = new ArrayList<>(
                List.of("strace", "-o", log.toString(), "-e", "trace=" + calls, "-e", "inject=" + calls + ":" + what));
        command.addAll(traced);
        try {
            Files.deleteIfExists(log);
            Process strace = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            long deadline = System.nanoTime() + TIMEOUT_NANOS;
            // A thread that has ended meanwhile is one that it cannot attach to.
            while (count(said, "attach") < processes && strace.isAlive() && System.nanoTime() < deadline) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            return new Fault(strace, log);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** How often it struck so far. */
    public long strikes() {
        return count(log, "(INJECTED)");
    }

    /** Lets the process go on without faults. */
    @Override
    public void close() {
        strace.destroy();
        try {
            if (!strace.waitFor(180, TimeUnit.SECONDS)) {
                strace.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static List<String> threads(long pid, String prefix) {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return tasks.filter(task -> name(task).startsWith(prefix))
                    .map(task -> task.getFileName().toString())
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm"));
        } catch (IOException ended) {
            return "";
        }
    }

    private static long count(Path file, String word) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(word)).count();
        } catch (IOException none) {
            return 0;
        }
    }
}
