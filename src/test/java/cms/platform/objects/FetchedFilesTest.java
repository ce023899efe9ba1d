package cms.platform.objects;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.testing.CountedPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shown to fail with a monitor, within which those who wait for a download keep their places. */
@Timeout(60)
class FetchedFilesTest {
    @TempDir
    private Path folder;

    private final CountedPlace place = new CountedPlace();
    private final AtomicInteger downloads = new AtomicInteger();
    private FetchedFiles files;

    @BeforeEach
    void open() {
        files = new FetchedFiles(folder);
    }

    @Test
    void oneDownloadIsForAllWhoAskMeanwhileAndThoseHoldNoPlace() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ending = new CountDownLatch(1);
        FutureTask<String> first = begin(file -> {
            begun.countDown();
            await(ending);
            return fetched(file);
        });
        begun.await();
        FutureTask<String> second = begin(this::fetched);
        eventually("it has given its place back", () -> place.waiting() == 1);
        ending.countDown();
        assertThat(Stream.of(first.get(), second.get(), text(files.open("key", this::fetched))))
                .containsOnly("download 1");
        assertThat(place.waiting()).isZero();
    }

    @Test
    void whatIsNotThereOrCannotBeFetchedIsAskedForAgainAndLeavesNoFile() throws IOException {
        assertThat(files.open("key", file -> false)).isEmpty();
        assertThatThrownBy(() -> files.open("key", file -> {
                    throw Failure.unavailable("The store is away.");
                }))
                .isInstanceOf(Failure.class);
        assertThat(count()).isZero();
        assertThat(text(files.open("key", this::fetched))).isEqualTo("download 1");
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void anObjectThatWasDeletedIsFetchedAnew() throws IOException {
        assertThat(text(files.open("key", this::fetched))).isEqualTo("download 1");
        files.forget("key");
        assertThat(count()).isZero();
        assertThat(text(files.open("key", this::fetched))).isEqualTo("download 2");
    }

    private FutureTask<String> begin(Predicate<GrowingFile> fetch) {
        FutureTask<String> task = new FutureTask<>(() -> Outside.within(place, () -> text(files.open("key", fetch))));
        Thread.ofVirtual().start(task);
        return task;
    }

    private boolean fetched(GrowingFile file) {
        file.write(0, ("download " + downloads.incrementAndGet()).getBytes(StandardCharsets.UTF_8));
        return true;
    }

    private long count() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    private static String text(Optional<FileChannel> opened) {
        try (FileChannel file = opened.orElseThrow()) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
            file.read(bytes);
            return new String(bytes.array(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
