package cms.git.refs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository that an earlier version left with journals of refs: {@code a} moved twice, {@code b} removed. */
final class FormerJournalsTest {
    private static final String ZEROS = "0".repeat(40);
    private static final String PACKED =
            "# pack-refs with: sorted \n" + id(1) + " refs/heads/a\n" + id(1) + " refs/heads/b\n";
    private static final String FIRST =
            record(id(2) + " refs/heads/a", ZEROS + " refs/heads/b") + record(id(7) + " refs/heads/c");
    private static final String SECOND = record(id(3) + " refs/heads/a", id(4) + " refs/heads/d");
    private static final String FOLDED = "# pack-refs with: sorted \n" + id(3) + " refs/heads/a\n" + id(7)
            + " refs/heads/c\n" + id(4) + " refs/heads/d\n";

    @TempDir
    Path gitDir;

    @BeforeEach
    void left() throws IOException {
        Files.createDirectories(gitDir.resolve("refs/heads"));
        Files.writeString(gitDir.resolve("packed-refs"), PACKED);
        Files.writeString(gitDir.resolve("moved-refs-9"), FIRST);
        Files.writeString(gitDir.resolve("moved-refs-10"), SECOND);
    }

    @Test
    void whatTheySayIsInPackedRefsAndTheyAreGone() throws IOException {
        RefStore.foldFormerJournals(gitDir);
        assertFolded("");
        RefStore.foldFormerJournals(gitDir);
        assertFolded("again");
        assertThat(new RefStore(gitDir).read("refs/heads/a")).contains(ObjectId.fromString(id(3)));
    }

    /**
     * Each state that a kill leaves between the steps of the folding ends the same. Shown to fail with the newest gone
     * first.
     */
    @Test
    void aKillInTheMiddleLosesNothing() throws IOException {
        Files.writeString(gitDir.resolve("packed-refs.lock"), FOLDED.substring(0, 50));
        RefStore.foldFormerJournals(gitDir);
        assertFolded("killed while the new file was written");

        for (List<String> left : List.of(List.of("moved-refs-9", "moved-refs-10"), List.of("moved-refs-10"))) {
            for (String name : left) {
                Files.writeString(gitDir.resolve(name), name.endsWith("-9") ? FIRST : SECOND);
            }
            RefStore.foldFormerJournals(gitDir);
            assertFolded("killed when there was left: " + left);
        }
    }

    /** Cut anywhere, a journal holds whole writes only. Shown to fail without the sum of a record. */
    @Test
    void aTornRecordMovesNothing() throws IOException {
        byte[] whole = SECOND.getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            for (boolean zeros : new boolean[] {false, true}) {
                left();
                byte[] torn = Arrays.copyOf(Arrays.copyOf(whole, length), zeros ? whole.length : length);
                Files.write(gitDir.resolve("moved-refs-10"), torn);
                RefStore.foldFormerJournals(gitDir);
                assertThat(gitDir.resolve("packed-refs"))
                        .as("cut at " + length)
                        .content()
                        .contains(id(2) + " refs/heads/a")
                        .doesNotContain("refs/heads/d");
            }
        }
    }

    @Test
    void aBackupTakesNothingThatLacksWhatTheySay() throws IOException {
        assertThatThrownBy(() -> RefStore.packed(gitDir)).hasMessageContaining("start the service once");
        RefStore.foldFormerJournals(gitDir);
        assertThat(RefStore.packed(gitDir)).asString(StandardCharsets.UTF_8).isEqualTo(FOLDED);
    }

    private void assertFolded(String when) throws IOException {
        assertThat(gitDir.resolve("packed-refs")).as(when).hasContent(FOLDED);
        try (var files = Files.list(gitDir)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as(when)
                    .containsExactlyInAnyOrder("refs", "packed-refs");
        }
    }

    private static String record(String... lines) {
        String body = String.join("\n", lines) + "\n";
        CRC32C sum = new CRC32C();
        sum.update(body.getBytes(StandardCharsets.UTF_8));
        return "moves " + lines.length + " " + Long.toHexString(sum.getValue()) + "\n" + body;
    }

    private static String id(int number) {
        return "%040x".formatted(number);
    }
}
