package cms.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Rows;
import cms.testing.TestApp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup beside a service that takes files away while their folder is being read. */
@Tag("rows")
final class BusyFolderTest {
    private static final int FILES = 3_000;
    private static final int BACKUPS = 3;

    @TempDir
    private Path folder;

    /** Shown to fail where the list of files ends at the first one that is gone: that was one of three backups. */
    @Test
    void anObjectThatIsDeletedMeanwhileIsLeftOut() throws Exception {
        try (TestApp app = TestApp.start()) {
            Path busy = Files.createDirectories(app.data().resolve("objects/delivery/busy"));
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger rounds = new AtomicInteger();
            Thread churn = Thread.ofPlatform().start(() -> {
                while (!over.get()) {
                    churn(busy, rounds.incrementAndGet());
                }
            });
            try {
                for (int backup = 0; backup < BACKUPS; backup++) {
                    int before = rounds.get();
                    String file = folder.resolve("backup" + backup).toString();
                    assertThat(run(new InstanceStorage(app.data(), app.rowsServer(), Optional.empty()), "backup", file))
                            .isEmpty();
                    while (rounds.get() == before
                            && churn.isAlive()) { // Backups of an idle folder would prove nothing.
                        Thread.onSpinWait();
                    }
                }
            } finally {
                over.set(true);
                churn.join();
            }
        }
    }

    /** Shown to fail where links are not followed: such a backup had no objects, and said nothing of it. */
    @Test
    void aFolderThatLiesOnAnotherDiskComesAlong() throws IOException {
        try (TestApp app = TestApp.start(Map.of("CMS_SECRET", "a-secret-of-this-test-that-is-long-enough"))) {
            Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
            Files.writeString(elsewhere.resolve("one.bin"), "object");
            Files.createDirectories(app.data().resolve("objects"));
            Files.createSymbolicLink(app.data().resolve("objects/media"), elsewhere);
            String file = folder.resolve("backup").toString();
            assertThat(run(new InstanceStorage(app.data(), app.rowsServer(), Optional.empty()), "backup", file))
                    .isEmpty();
            Optional<String> rows = app.rowsServer().isEmpty() ? Optional.empty() : Rows.empty();

            assertThat(run(new InstanceStorage(folder.resolve("restored"), rows, Optional.empty()), "restore", file))
                    .isEmpty();

            assertThat(folder.resolve("restored/objects/media/one.bin")).hasContent("object");
        }
    }

    /** What it says on standard error; it has to end with 0. */
    private static String run(InstanceStorage place, String command, String file) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Commands(
                        place,
                        InstantSource.system(),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(List.of(command, file));
        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(code).as(said).isZero();
        return said;
    }

    /** Takes every file away and puts one of another name there, so that some are always about to go. */
    private static void churn(Path busy, int round) {
        try {
            for (int i = 0; i < FILES; i++) {
                Files.deleteIfExists(busy.resolve(i + "." + (round - 1)));
                Files.writeString(busy.resolve(i + "." + round), "object");
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
