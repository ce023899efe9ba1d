package cms.git.refs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.git.RealGit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RefStoreTest {
    @TempDir
    Path root;

    private Path gitDir;
    private RefStore store;

    @BeforeEach
    void emptyRepository() throws IOException {
        gitDir = Files.createDirectories(root.resolve("site.git"));
        RealGit.run(root, "init", "-q", "--bare", gitDir.toString());
        store = new RefStore(gitDir);
    }

    @Test
    void whatMovedIsThereForGitAndForTheNextProcess() throws Exception {
        ObjectId commit = ObjectId.fromString(commit());
        move(store, "refs/heads/cms", null, commit);
        move(store, "refs/heads/gone", null, commit);
        move(store, "refs/heads/gone", commit, null, "refs/heads/main", null, commit);

        assertThat(RealGit.run(gitDir, "for-each-ref", "--format=%(refname) %(objectname)")
                        .lines())
                .containsExactly("refs/heads/cms " + commit.name(), "refs/heads/main " + commit.name());
        assertThat(new RefStore(gitDir).all().all())
                .containsExactlyInAnyOrderEntriesOf(Map.of("refs/heads/cms", commit, "refs/heads/main", commit));
    }

    @Test
    void aRefThatIsElsewhereFailsTheMove() throws IOException {
        move(store, "refs/heads/cms", null, id(1));
        assertThatThrownBy(() -> move(store, "refs/heads/cms", id(3), id(2))).isInstanceOf(IOException.class);
        assertThat(store.read("refs/heads/cms")).contains(id(1));
    }

    @Test
    void aBranchThatAnotherProgramMadeCountsAndIsPackedWhenItMoves() throws Exception {
        ObjectId commit = ObjectId.fromString(commit());
        move(store, "refs/heads/cms", null, id(1));
        RealGit.run(gitDir, "update-ref", "refs/heads/by-hand", commit.name());
        RealGit.run(gitDir, "update-ref", "refs/heads/packed", commit.name());
        assertThat(store.all().get("refs/heads/by-hand")).contains(commit);

        move(store, "refs/heads/by-hand", commit, id(2));
        store.packAll();

        assertThat(gitDir.resolve("refs/heads/by-hand")).doesNotExist();
        assertThat(gitDir.resolve("refs/heads/packed")).doesNotExist();
        assertThat(new RefStore(gitDir).all().all().values()).containsExactly(id(2), id(1), commit);
    }

    @Test
    void refsAreTheSameBelowAPrefixWhateverMovesElsewhere() throws IOException {
        move(store, "refs/heads/cr/a", null, id(1), "refs/heads/cms", null, id(1));
        Refs before = store.all();
        move(store, "refs/heads/cms", id(1), id(2));
        assertThat(store.all().isSameBelow("refs/heads/cr/", before)).isTrue();
        assertThat(store.all().isSameBelow("refs/heads/", before)).isFalse();
        move(store, "refs/heads/cr/b", null, id(1));
        assertThat(store.all().isSameBelow("refs/heads/cr/", before)).isFalse();
        assertThat(before.isSameBelow("refs/heads/cr/", store.all())).isFalse();
    }

    /** Random moves, refusals, failures and restarts leave what a plain map says. */
    @Tag("large")
    @Test
    void everySequenceEndsAsAPlainMapDoes() throws IOException {
        long seed = Long.getLong("seed", 20_261_124);
        Random random = new Random(seed);
        NavigableMap<String, ObjectId> expected = new TreeMap<>();
        RefStore current = store;
        for (int step = 0; step < 400; step++) {
            switch (random.nextInt(8)) {
                case 0 -> current = new RefStore(gitDir);
                case 1 -> current.doubt();
                default -> {
                    String ref = "refs/heads/b" + random.nextInt(12);
                    ObjectId after = random.nextInt(3) == 0 ? null : id(random.nextInt(1000));
                    RefStore.Staged staged = current.stage(List.of(new RefMove(ref, expected.get(ref), after)));
                    if (random.nextInt(6) == 0) {
                        staged.discard();
                    } else {
                        staged.publish();
                        expected.compute(ref, (name, before) -> after);
                    }
                }
            }
            assertThat(current.all().all())
                    .as("seed " + seed + ", step " + step)
                    .isEqualTo(expected);
        }
        assertThat(new RefStore(gitDir).all().all()).as("seed " + seed).isEqualTo(expected);
    }

    /** Who reads beside the writer sees both refs of each move at the same commit. */
    @Tag("large")
    @Test
    void aReaderNeverSeesHalfAMove() throws Exception {
        move(store, "refs/heads/cms", null, id(0), "refs/heads/main", null, id(0));
        AtomicBoolean ended = new AtomicBoolean();
        List<Object> wrong = new ArrayList<>();
        Thread reader = Thread.ofPlatform().start(() -> {
            while (!ended.get()) {
                try {
                    var seen = store.all().all().values();
                    var copied = new String(RefStore.packed(gitDir), StandardCharsets.UTF_8);
                    long commits = copied.lines()
                            .skip(1)
                            .map(line -> line.substring(0, 40))
                            .distinct()
                            .count();
                    if (seen.stream().distinct().count() != 1 || commits != 1) {
                        wrong.add(seen + copied);
                    }
                } catch (IOException | RuntimeException failed) {
                    wrong.add(failed);
                }
            }
        });
        for (int i = 1; i <= 300; i++) {
            move(store, "refs/heads/cms", id(i - 1), id(i), "refs/heads/main", id(i - 1), id(i));
        }
        ended.set(true);
        reader.join();
        assertThat(wrong).isEmpty();
    }

    private static void move(RefStore store, @Nullable Object... parts) throws IOException {
        List<RefMove> moves = new ArrayList<>();
        for (int i = 0; i < parts.length; i += 3) {
            String ref = (String) Optional.ofNullable(parts[i]).orElseThrow();
            moves.add(new RefMove(ref, (ObjectId) parts[i + 1], (ObjectId) parts[i + 2]));
        }
        store.stage(moves).publish();
    }

    private static ObjectId id(int number) {
        return ObjectId.fromString("%040x".formatted(number + 1));
    }

    private String commit() throws Exception {
        return RealGit.run(
                        gitDir,
                        "-c",
                        "user.name=ada",
                        "-c",
                        "user.email=ada@example.com",
                        "commit-tree",
                        "-m",
                        "empty",
                        RealGit.run(gitDir, "hash-object", "-w", "-t", "tree", "/dev/null")
                                .strip())
                .strip();
    }
}
