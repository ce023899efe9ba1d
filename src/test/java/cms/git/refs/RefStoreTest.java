package cms.git.refs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.git.RealGit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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

/** Refs in a journal, as a repository with many branches has them: here from the first one on. */
final class RefStoreTest {
    private static final int JOURNAL_ALWAYS = -1;

    @TempDir
    Path root;

    private Path gitDir;
    private RefStore store;

    @BeforeEach
    void emptyRepository() throws IOException {
        gitDir = Files.createDirectories(root.resolve("site.git"));
        RealGit.run(root, "init", "-q", "--bare", gitDir.toString());
        store = store(JOURNAL_ALWAYS);
    }

    @Test
    void whatMovedIsThereForTheNextProcessWithoutHavingBeenFolded() throws IOException {
        move(store, "refs/heads/cms", null, id(1));
        move(store, "refs/heads/cms", id(1), id(2), "refs/heads/main", null, id(2));

        assertThat(gitDir.resolve("packed-refs")).doesNotExist();
        assertThat(new RefStore(gitDir).all().all())
                .containsExactlyInAnyOrderEntriesOf(Map.of("refs/heads/cms", id(2), "refs/heads/main", id(2)));
    }

    @Test
    void aFoldedStoreIsOneThatGitReads() throws Exception {
        String commit = commit();
        ObjectId id = ObjectId.fromString(commit);
        move(store, "refs/heads/cms", null, id);
        move(store, "refs/heads/gone", null, id);
        move(store, "refs/heads/gone", id, null);

        store.fold();

        assertThat(RealGit.run(gitDir, "for-each-ref", "--format=%(refname) %(objectname)"))
                .isEqualToIgnoringNewLines("refs/heads/cms " + commit);
        move(store, "refs/heads/later", null, id);
        store.endJournals();
        assertThat(journals()).isEmpty();
        assertThat(RealGit.run(gitDir, "for-each-ref", "--format=%(refname)"))
                .contains("refs/heads/cms", "refs/heads/later");
    }

    /**
     * Every state of the files that a crash can leave between the steps of a fold (the journal of the next writes is
     * begun, packed-refs is renamed, the old journal is removed) reads as the same refs. Shown to fail when only the
     * newest journal is read.
     */
    @Test
    void aCrashInTheMiddleOfAFoldLosesNothing() throws IOException {
        move(store, "refs/heads/a", null, id(1));
        move(store, "refs/heads/b", null, id(1));
        move(store, "refs/heads/b", id(1), null, "refs/heads/c", null, id(3));
        Path before = copy("before");
        store.fold();
        move(store, "refs/heads/a", id(1), id(2));
        Path after = copy("after");

        Path unremoved = copy("unremoved");
        for (Path journal : RefJournal.files(before).values()) {
            Files.copy(journal, unremoved.resolve(journal.getFileName()));
        }
        Path unrenamed = copy("unrenamed");
        Files.delete(unrenamed.resolve("packed-refs"));
        for (Path journal : RefJournal.files(before).values()) {
            Files.copy(journal, unrenamed.resolve(journal.getFileName()));
        }
        for (Path crashed : List.of(after, unremoved, unrenamed)) {
            assertThat(new RefStore(crashed).all().all())
                    .as(crashed.toString())
                    .containsExactlyEntriesOf(new TreeMap<>(Map.of("refs/heads/a", id(2), "refs/heads/c", id(3))));
            assertThat(new String(RefStore.packed(crashed), StandardCharsets.UTF_8))
                    .endsWith(id(2).name() + " refs/heads/a\n" + id(3).name() + " refs/heads/c\n");
            new RefStore(crashed).endJournals();
            assertThat(new RefStore(crashed).all().all()).containsOnlyKeys("refs/heads/a", "refs/heads/c");
        }
    }

    /** Cut anywhere, a journal holds whole writes only. Shown to fail without the sum of a record. */
    @Test
    void aTornRecordMovesNothing() throws IOException {
        move(store, "refs/heads/cms", null, id(1), "refs/heads/main", null, id(1));
        Path journal = RefJournal.files(gitDir).firstEntry().getValue();
        long whole = Files.size(journal);
        move(store, "refs/heads/cms", id(1), id(2), "refs/heads/main", id(1), id(2));
        byte[] bytes = Files.readAllBytes(journal);
        for (int length = (int) whole; length < bytes.length; length++) {
            for (boolean zeros : new boolean[] {false, true}) {
                byte[] torn = Arrays.copyOf(Arrays.copyOf(bytes, length), zeros ? bytes.length : length);
                Files.write(journal, torn);
                assertThat(new RefStore(gitDir).all().all().values())
                        .as("cut at " + length)
                        .containsExactly(id(1), id(1));
            }
        }
        byte[] turned = bytes.clone();
        turned[(int) whole + 30] ^= 1;
        Files.write(journal, turned);
        assertThat(new RefStore(gitDir).all().all().values()).containsExactly(id(1), id(1));
    }

    /** Shown to fail without {@code doubted}: the refused move comes back with the next process. */
    @Test
    void aMoveThatNobodyWasToldOfDoesNotComeBackAfterALaterOne() throws IOException {
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere/refs")).getParent();
        move(new RefStore(elsewhere, JOURNAL_ALWAYS, Duration.ofDays(1)), "refs/heads/other", null, id(9));
        byte[] record =
                Files.readAllBytes(RefJournal.files(elsewhere).firstEntry().getValue());
        move(store, "refs/heads/cms", null, id(1));

        // As if the sync had failed: the bytes are there, and nobody knows it.
        Files.write(RefJournal.files(gitDir).lastEntry().getValue(), record, StandardOpenOption.APPEND);
        store.doubt();
        move(store, "refs/heads/cms", id(1), id(2));

        assertThat(new RefStore(gitDir).all().all())
                .containsExactlyEntriesOf(new TreeMap<>(Map.of("refs/heads/cms", id(2))));
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
    void aFewRefsAreWrittenWholeAgain() throws IOException {
        RefStore small = store(4);
        for (int i = 0; i < 5; i++) {
            move(small, "refs/heads/b" + i, null, id(i));
        }
        assertThat(journals()).isNotEmpty();
        for (int i = 0; i < 5; i++) {
            small.fold();
            move(small, "refs/heads/b" + i, id(i), null);
        }
        assertThat(journals()).isEmpty();
        assertThat(small.all().all()).isEmpty();
        assertThat(new RefStore(gitDir).all().all()).isEmpty();
    }

    /** Random moves, folds, failures and restarts leave what a plain map says. */
    @Tag("large")
    @Test
    void everySequenceEndsAsAPlainMapDoes() throws IOException {
        long seed = Long.getLong("seed", new Random().nextLong());
        Random random = new Random(seed);
        NavigableMap<String, ObjectId> expected = new TreeMap<>();
        RefStore current = store(6);
        for (int step = 0; step < 400; step++) {
            switch (random.nextInt(8)) {
                case 0 -> current.fold();
                case 1 -> current = store(random.nextBoolean() ? 6 : JOURNAL_ALWAYS);
                case 2 -> current.doubt();
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

    /** Who reads beside the writer and its folds sees both refs of each move at the same commit. */
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
                } catch (IOException failed) {
                    if (!failed.getMessage().contains("keeps changing")) { // Folds are a second apart elsewhere.
                        wrong.add(failed);
                    }
                } catch (RuntimeException failed) {
                    wrong.add(failed);
                }
            }
        });
        for (int i = 1; i <= 300; i++) {
            move(store, "refs/heads/cms", id(i - 1), id(i), "refs/heads/main", id(i - 1), id(i));
            if (i % 3 == 0) {
                store.fold();
            }
        }
        ended.set(true);
        reader.join();
        assertThat(wrong).isEmpty();
    }

    /** It folds when it is told to: one that stands for a killed process does nothing more. */
    private RefStore store(int wholeRefsMax) {
        return new RefStore(gitDir, wholeRefsMax, Duration.ofDays(1));
    }

    private static void move(RefStore store, Object... parts) throws IOException {
        List<RefMove> moves = new ArrayList<>();
        for (int i = 0; i < parts.length; i += 3) {
            moves.add(new RefMove((String) parts[i], object(parts[i + 1]), object(parts[i + 2])));
        }
        store.stage(moves).publish();
    }

    private static @Nullable ObjectId object(@Nullable Object id) {
        return Optional.ofNullable(id).map(ObjectId.class::cast).orElse(null);
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

    private List<Path> journals() throws IOException {
        return List.copyOf(RefJournal.files(gitDir).values());
    }

    private Path copy(String name) throws IOException {
        Path copy = root.resolve(name);
        Files.walkFileTree(gitDir, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(copy.resolve(gitDir.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, copy.resolve(gitDir.relativize(file)));
                return FileVisitResult.CONTINUE;
            }
        });
        return copy;
    }
}
