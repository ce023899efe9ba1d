package cms.git.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Twenty packs of some small blobs each, together more than JGit writes between two looks at its monitor. */
class RepackingTest {
    private static final int PACKS = 20;
    private static final int BLOBS = 400;

    @TempDir
    private Path folder;

    private final List<ObjectId> blobs = new ArrayList<>();
    private FileRepository jgit;

    @BeforeEach
    void fill() throws IOException {
        jgit = new FileRepository(folder.toFile());
        jgit.create(true);
        for (int i = 0; i < PACKS; i++) {
            try (ObjectInserter pack = jgit.getObjectDatabase().newPackInserter()) {
                for (int j = 0; j < BLOBS; j++) {
                    blobs.add(pack.insert(Constants.OBJ_BLOB, ("text %d of %d".formatted(j, i)).getBytes(UTF_8)));
                }
                pack.flush();
            }
        }
    }

    @AfterEach
    void close() {
        jgit.close();
    }

    @Test
    void manyPacksBecomeOne() throws IOException {
        List<Path> before = files();
        Repacking repacking = new Repacking(jgit);
        repacking.run(Repacking.Effort.GATHER);
        assertThat(files()).hasSize(before.size() + 2).containsAll(before);
        repacking.removeReplaced();
        assertThat(files()).hasSize(2);
        assertThat(blobs).allMatch(this::isThere);
    }

    @Test
    void aRunTakesSoManyObjectsAndTheNextOneTheRest() throws IOException {
        int atOnce = 4 * BLOBS;
        Repacking repacking = new Repacking(jgit, atOnce);
        for (int run = 0; run < PACKS; run++) {
            repacking.run(Repacking.Effort.GATHER);
        }
        repacking.removeReplaced();

        assertThat(jgit.getObjectDatabase().getPacks()).hasSizeLessThanOrEqualTo(10);
        for (var pack : jgit.getObjectDatabase().getPacks()) {
            assertThat(pack.getIndex().getObjectCount()).isLessThanOrEqualTo(atOnce);
        }
        assertThat(repacking.packedObjects()).isEqualTo(blobs.size());
        assertThat(blobs).allMatch(this::isThere);
    }

    /** Shown to hang when the run is told to end through JGit's monitor of what is written. */
    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void aRunThatIsCancelledEndsAndLeavesEverything() throws IOException {
        List<Path> before = files();
        for (Repacking.Effort effort : Repacking.Effort.values()) {
            Repacking cancelled = new Repacking(jgit);
            cancelled.cancel();
            assertThatThrownBy(() -> cancelled.run(effort)).isInstanceOf(IOException.class);
        }
        assertThat(files()).isEqualTo(before);
        assertThat(blobs).allMatch(this::isThere);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("objects/pack"))) {
            return files.sorted().toList();
        }
    }

    private boolean isThere(ObjectId blob) {
        return jgit.getObjectDatabase().has(blob);
    }
}
