package cms.platform.pictures;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.files.FileKind;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the processes that work. */
@Tag("large")
class WorkersTest {
    private static final Recipe SMALL = new Recipe(PictureFormat.WEBP, Fit.INSIDE, 80, 0, 0.5, 0.5, 80, false, false);

    @TempDir
    Path folder;

    private static WorkerLimits limits(Duration work, long residentBytesMax, int ordersMax, Duration rest) {
        WorkerLimits all = WorkerLimits.STANDARD;
        return new WorkerLimits(
                all.start(), work, work, residentBytesMax, ordersMax, rest, all.waiting(), all.waitingMax());
    }

    @Test
    void aWorkerKilledAtItsWorkCostsOneRefusalAndTheNextOneWorks() throws Exception {
        Path large = Samples.write(folder.resolve("large.png"), Samples.quarters(6_000, 6_000), "png");
        Path source = Samples.write(folder.resolve("small.png"), Samples.quarters(160, 80), "png");
        try (Pictures pictures = open(WorkerLimits.STANDARD)) {
            Engine engine = pictures.engine();
            long first = worker(pictures);
            AtomicReference<Throwable> outcome = new AtomicReference<>();
            Thread making = Thread.ofVirtual().start(() -> {
                try {
                    make(pictures, large);
                } catch (Failure refused) {
                    outcome.set(refused);
                }
            });
            eventually("the worker has its order", () -> holds("source"));
            assertThat(new ProcessBuilder("kill", "-SEGV", Long.toString(first))
                            .start()
                            .waitFor())
                    .isZero();
            making.join();
            assertThat(outcome.get()).isInstanceOfSatisfying(Failure.class, WorkersTest::isRefused);
            assertThat(make(pictures, source).width()).isEqualTo(80);
            assertThat(worker(pictures)).isNotEqualTo(first);
            assertThat(pictures.engine()).isEqualTo(engine);
        }
    }

    @Test
    void whatTakesTooLongIsKilled() throws IOException {
        Path large = Samples.write(folder.resolve("large.png"), Samples.quarters(6_000, 6_000), "png");
        Path source = Samples.write(folder.resolve("small.png"), Samples.quarters(16, 8), "png");
        WorkerLimits hasty = limits(Duration.ofMillis(1), 1L << 40, 500, Duration.ofSeconds(60));
        try (Pictures pictures = open(hasty)) {
            assertThatThrownBy(() -> make(pictures, large))
                    .isInstanceOfSatisfying(Failure.class, WorkersTest::isRefused);
            assertThat(pictures.engine().name()).isNotEmpty();
        }
        try (Pictures pictures = open(WorkerLimits.STANDARD)) {
            assertThat(make(pictures, source).width()).isEqualTo(16);
        }
    }

    @Test
    void whatTakesTooMuchMemoryIsKilled() throws IOException {
        Path large = Samples.write(folder.resolve("large.png"), Samples.quarters(6_000, 6_000), "png");
        try (Pictures pictures = open(limits(Duration.ofSeconds(60), 140L << 20, 500, Duration.ofSeconds(60)))) {
            assertThatThrownBy(() -> make(pictures, large))
                    .isInstanceOfSatisfying(Failure.class, WorkersTest::isRefused);
        }
    }

    @Test
    void aWorkerIsReplacedAfterSomeOrdersAndEndsAfterItsRest() throws IOException {
        Path source = Samples.write(folder.resolve("small.png"), Samples.quarters(160, 80), "png");
        try (Pictures pictures = open(limits(Duration.ofSeconds(60), 1L << 40, 2, Duration.ofSeconds(6)))) {
            make(pictures, source);
            long first = worker(pictures);
            make(pictures, source);
            eventually(
                    "the first worker has ended", () -> ProcessHandle.of(first).isEmpty());
            make(pictures, source);
            long second = worker(pictures);
            eventually(
                    "the second worker has ended",
                    () -> ProcessHandle.of(second).isEmpty());
            eventually("its folder is gone", () -> workFolders().isEmpty());
        }
    }

    @Test
    void aWorkerSeesNothingOfTheEnvironment() throws IOException {
        try (Pictures pictures = open(WorkerLimits.STANDARD)) {
            pictures.engine();
            Path environment = Path.of("/proc", Long.toString(worker(pictures)), "environ");
            assumeTrue(Files.isReadable(environment), "the environment of a process cannot be read here");
            assertThat(Files.readString(environment).split("\0"))
                    .allMatch(entry -> entry.matches("(MALLOC_ARENA_MAX|LANG|TMPDIR|JAVA_\\w+|NLSPATH)=.*"));
        }
    }

    @Test
    void aLibraryThatDoesNotLoadIsSaidAndDoneWithout() throws IOException {
        Path broken = Files.writeString(folder.resolve("libvips.so.42"), "no library");
        Path source = Samples.write(folder.resolve("small.png"), Samples.quarters(160, 80), "png");
        try (Pictures pictures = Pictures.open(1, Optional.of(broken), folder.resolve("work"), WorkerLimits.STANDARD)) {
            assertThat(pictures.engineLine()).contains("ImageIO", "libvips.so.42 does not work", "apt-get install");
            assertThat(pictures.state())
                    .contains("ImageIO", "libvips does not work", "apt-get install")
                    .doesNotContain("libvips.so", folder.toString());
            assertThat(make(pictures, source).width()).isEqualTo(80);
        }
    }

    /** A name in the worker's folder for a picture that lies elsewhere. */
    @Test
    void aWorkerReadsNoFileOutsideItsFolders() throws Throwable {
        assumeTrue(hasLandlock(), "this kernel has no Landlock");
        Path source = Samples.write(folder.resolve("small.png"), Samples.quarters(160, 80), "png");
        Path link = Files.createSymbolicLink(folder.resolve("link.png"), source);
        try (Pictures pictures = open(WorkerLimits.STANDARD)) {
            assertThat(pictures.engine().confinement()).isEqualTo("confined by Landlock");
            assertThatThrownBy(() -> make(pictures, link))
                    .isInstanceOfSatisfying(Failure.class, WorkersTest::isRefused);
            assertThat(make(pictures, source).width()).isEqualTo(80);
        }
    }

    private static boolean hasLandlock() throws Throwable {
        Linker linker = Linker.nativeLinker();
        MemorySegment syscall = linker.defaultLookup().find("syscall").orElse(MemorySegment.NULL);
        return System.getProperty("os.name").equals("Linux")
                && (int) linker.downcallHandle(
                                        syscall,
                                        FunctionDescriptor.of(
                                                ValueLayout.JAVA_INT,
                                                ValueLayout.JAVA_LONG,
                                                ValueLayout.JAVA_LONG,
                                                ValueLayout.JAVA_LONG,
                                                ValueLayout.JAVA_LONG))
                                .invokeExact(444L, 0L, 0L, 1L)
                        > 0;
    }

    @Test
    void whileNoneCanBeStartedWorkIsToComeBackAndThenItIsDone() throws IOException {
        Path source = Samples.write(folder.resolve("small.png"), Samples.quarters(160, 80), "png");
        Path place = folder.resolve("work");
        try (Pictures pictures = open(WorkerLimits.STANDARD)) {
            Files.delete(place);
            Files.writeString(place, "no worker can have a folder here");
            assertThatThrownBy(() -> make(pictures, source)).isInstanceOfSatisfying(Failure.class, refused -> {
                assertThat(refused.kind()).isEqualTo(FailureKind.UNAVAILABLE);
                assertThat(refused.retryAfter()).isPresent();
            });
            Files.delete(place);
            assertThat(make(pictures, source).width()).isEqualTo(80);
        }
    }

    @Test
    void whatAKillLeftIsSwept() throws IOException {
        Files.createDirectories(folder.resolve("work/of-others"));
        Files.createDirectories(folder.resolve("work/worker-old/in"));
        Files.writeString(folder.resolve("work/worker-old/in/source"), "left");
        try (Pictures pictures = open(WorkerLimits.STANDARD)) {
            assertThat(workFolders()).containsExactly(folder.resolve("work/of-others"));
        }
    }

    private Pictures open(WorkerLimits limits) {
        return Pictures.open(1, Optional.empty(), folder.resolve("work"), limits);
    }

    private Picture make(Pictures pictures, Path source) {
        return pictures.make("p1", Urgency.UPLOAD, source, FileKind.PNG, List.of(SMALL), folder)
                .getFirst();
    }

    private static void isRefused(Failure refused) {
        assertThat(refused.kind()).isEqualTo(FailureKind.UNPROCESSABLE);
        assertThat(refused.code()).contains("media.pixels");
    }

    private static long worker(Pictures pictures) {
        return pictures.workers().restingPids().getFirst();
    }

    private boolean holds(String name) {
        return workFolders().stream()
                .anyMatch(each -> Files.exists(each.resolve("in").resolve(name)));
    }

    private List<Path> workFolders() {
        try (Stream<Path> all = Files.list(folder.resolve("work"))) {
            return all.toList();
        } catch (IOException gone) {
            return List.of();
        }
    }
}
