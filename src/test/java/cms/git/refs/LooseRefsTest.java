package cms.git.refs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refs of other programs beside a service that does not list empty folders again and again. */
final class LooseRefsTest {
    private static final ObjectId ID = ObjectId.fromString("1".repeat(40));

    @TempDir
    Path gitDir;

    private final AtomicLong nanos = new AtomicLong();
    private LooseRefs loose;

    @BeforeEach
    void foldersWithoutRefs() throws IOException {
        Files.createDirectories(gitDir.resolve("refs/heads"));
        Files.createDirectories(gitDir.resolve("refs/tags"));
        loose = new LooseRefs(gitDir, nanos::get);
    }

    /** Shown to fail when a settled look is trusted without asking the folders. */
    @Test
    void aRefThatComesAfterALongQuietIsFound() throws IOException {
        beQuiet();

        write("refs/heads/new/one");

        assertThat(loose.all()).containsExactly(new RefMove("refs/heads/new/one", null, ID));
        Files.delete(gitDir.resolve("refs/heads/new/one"));
        assertThat(loose.all()).isEmpty();
    }

    @Test
    void aRefInAFolderThatWasEmptyIsFound() throws IOException {
        Files.createDirectories(gitDir.resolve("refs/heads/cr/old"));
        beQuiet();

        write("refs/heads/cr/old/one");

        assertThat(loose.all()).containsExactly(new RefMove("refs/heads/cr/old/one", null, ID));
    }

    /** As on a file system whose clock has not gone on. Shown to fail when the first look is trusted. */
    @Test
    void aRefThatComesRightAfterALookIsFoundAlthoughTheFolderShowsTheSameTime() throws IOException {
        Path heads = gitDir.resolve("refs/heads");
        assertThat(loose.all()).isEmpty();
        FileTime seen = Files.getLastModifiedTime(heads);

        write("refs/heads/one");
        Files.setLastModifiedTime(heads, seen);
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());

        assertThat(loose.all()).containsExactly(new RefMove("refs/heads/one", null, ID));
    }

    /**
     * A file that holds no ref now may hold one later, and no folder would tell. Shown to fail when only refs count.
     */
    @Test
    void aFileThatIsFilledLaterIsFound() throws IOException {
        Path file = Files.createFile(gitDir.resolve("refs/heads/one"));
        beQuiet();

        Files.writeString(file, ID.name() + "\n");

        assertThat(loose.all()).containsExactly(new RefMove("refs/heads/one", null, ID));
    }

    /**
     * Nothing has changed for long, by the folders' own times too: of old kernels these go on every four milliseconds.
     */
    private void beQuiet() throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.walk(gitDir.resolve("refs"))) {
            folders = all.filter(Files::isDirectory).toList();
        }
        for (Path one : folders) {
            Files.setLastModifiedTime(one, FileTime.from(Instant.EPOCH));
        }
        for (int i = 0; i < 3; i++) {
            assertThat(loose.all()).isEmpty();
            nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        }
    }

    private void write(String ref) throws IOException {
        Path file = gitDir.resolve(ref);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, ID.name() + "\n");
    }
}
