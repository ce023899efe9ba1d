package cms.platform.pictures;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One process that decodes untrusted files: without secrets in its environment, with folders of its own, and killed
 * when it takes too long or too much memory. Used by one thread at a time.
 */
final class WorkerProcess implements AutoCloseable {
    /** Main class of the worker; a name and not an import, because its code never runs in the service. */
    private static final String MAIN = "cms.platform.pictures.worker.Worker";

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final String RESIDENT = "VmRSS:";
    private static final long KILOBYTE = 1_024;

    private final Path folder;
    private final WorkerLimits limits;
    private final Process process;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Engine engine;
    private int orders;
    private boolean sound = true;

    private interface Talk<T> {
        T run() throws IOException;
    }

    /**
     * Starts a process and waits until it is ready.
     *
     * @param library null for ImageIO
     * @param before the engine that an earlier process has reported, so that this one need not probe it again
     * @throws IOException when it does not become ready; the message says why, where the worker knew
     */
    WorkerProcess(Path folder, @Nullable Path library, Optional<Engine> before, WorkerLimits limits)
            throws IOException {
        this.folder = folder.toAbsolutePath();
        this.limits = limits;
        Files.createDirectories(incoming());
        Files.createDirectories(outgoing());
        ProcessBuilder builder = new ProcessBuilder(command(folder, library, before))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        // Without it the memory of libvips only grows (sharp#2607).
        builder.environment()
                .putAll(Map.of(
                        "MALLOC_ARENA_MAX",
                        "2",
                        "LANG",
                        "C.UTF-8",
                        "TMPDIR",
                        outgoing().toString()));
        this.process = started(builder);
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        this.out = new DataOutputStream(process.getOutputStream());
        try {
            this.engine = watched(limits.start(), this::greeting);
        } catch (IOException | RuntimeException | Error unready) {
            close();
            throw unready;
        }
    }

    /** Starts the process; without one its folder goes at once. */
    private Process started(ProcessBuilder builder) throws IOException {
        try {
            return builder.start();
        } catch (IOException | RuntimeException | Error notStarted) {
            delete(folder);
            throw notStarted;
        }
    }

    Engine engine() {
        return engine;
    }

    long pid() {
        return process.pid();
    }

    /** Whether the process can take another order. */
    boolean isFit() {
        return sound && orders < limits.ordersMax() && process.isAlive();
    }

    Path incoming() {
        return folder.resolve("in");
    }

    Path outgoing() {
        return folder.resolve("out");
    }

    /** @throws IOException when the process ended, or was killed for taking too long or too much memory */
    WorkResult work(WorkOrder order) throws IOException {
        orders++;
        return watched(order.isSlow() ? limits.slowWork() : limits.work(), () -> {
            order.write(out);
            return WorkResult.read(in, order.recipes().size());
        });
    }

    /** Deletes the files of the last order. */
    void clear() throws IOException {
        for (Path each : List.of(incoming(), outgoing())) {
            deleteWithin(each);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        delete(folder);
    }

    /** Deletes a folder with its content; what cannot be deleted is left to the next start. */
    static void delete(Path folder) {
        try {
            deleteWithin(folder);
            Files.deleteIfExists(folder);
        } catch (IOException | UncheckedIOException stays) {
            // Swept at the next start.
        }
    }

    private static void deleteWithin(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                if (!each.equals(folder)) {
                    Files.delete(each);
                }
            }
        }
    }

    private Engine greeting() throws IOException {
        DataInputStream greeting = WorkOrder.frame(in);
        String error = greeting.readUTF();
        if (!error.isEmpty()) {
            throw new IOException(error);
        }
        return Engine.read(greeting);
    }

    /**
     * Waits for an answer of the process, which is killed when it takes too long or too much memory. A process that is
     * being killed while its answer is read takes no further order.
     */
    private <T> T watched(Duration longest, Talk<T> talk) throws IOException {
        CountDownLatch said = new CountDownLatch(1);
        AtomicBoolean decided = new AtomicBoolean();
        long until = System.nanoTime() + longest.toNanos();
        sound = false;
        Thread.ofVirtual().name("picture-watch").start(() -> watch(said, decided, until));
        try {
            T result = talk.run();
            sound = decided.compareAndSet(false, true);
            return result;
        } finally {
            said.countDown();
        }
    }

    private void watch(CountDownLatch said, AtomicBoolean decided, long until) {
        try {
            while (!said.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                boolean isBeyond = System.nanoTime() - until > 0 || residentBytes() > limits.residentBytesMax();
                if (isBeyond && decided.compareAndSet(false, true)) {
                    process.destroyForcibly();
                    return;
                }
            }
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
        }
    }

    /** Resident memory of the process in bytes; 0 where the system does not report it. */
    private long residentBytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith(RESIDENT))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KILOBYTE)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException | NumberFormatException unknown) {
            return 0;
        }
    }

    private static List<String> command(Path folder, @Nullable Path library, Optional<Engine> before) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                library == null ? "-Xmx384m" : "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:-UseContainerSupport",
                "-XX:+SuppressFatalErrorMessage",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + folder.toAbsolutePath().resolve("out"),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                MAIN));
        command.add(Optional.ofNullable(library).map(Path::toString).orElse(""));
        command.add(before.map(engine -> Boolean.toString(engine.avif())).orElse(""));
        return command;
    }

    /** The class path with absolute entries, because the worker runs in another folder. */
    private static String absolute(String classPath) {
        return Stream.of(classPath.split(java.io.File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((a, b) -> a + java.io.File.pathSeparator + b)
                .orElse("");
    }
}
