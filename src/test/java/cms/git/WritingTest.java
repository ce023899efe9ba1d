package cms.git;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.RoomTimeout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WritingTest {
    private static final int WRITERS = 16;
    private static final int ROUNDS = 20;
    private static final int LARGE_COMMITS = 68;

    @TempDir
    Path root;

    private Repositories repositories;
    private Repository repository;

    @BeforeEach
    void open() {
        repositories = Repositories.open(root);
        repository = Sites.create(repositories, "readme.md", "hello\n", ".cms/models/post.json", "{}\n");
    }

    @AfterEach
    void close() {
        repositories.close();
        RealGit.assertSound(Sites.folder(root));
    }

    @Test
    void sixteenConcurrentWritersLoseNothing() throws Exception {
        List<Future<?>> runs = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < WRITERS; writer++) {
                String own = "writer" + writer;
                runs.add(threads.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        land(own, own + "/" + round + ".txt");
                    }
                }));
            }
        }
        for (Future<?> run : runs) {
            run.get();
        }

        Tree tree = repository.tree(repository.tip("cms").orElseThrow());
        List<String> files = new ArrayList<>();
        tree.walk("", entry -> files.add(entry.path()));
        assertThat(files).hasSize(WRITERS * ROUNDS + 2);
        assertThat(Sites.log(repository, repository.tip("cms").orElseThrow())).hasSize(2 * WRITERS * ROUNDS + 1);
        assertThat(repository.tip("main")).isEqualTo(repository.tip("cms"));
        assertThat(repository.branches("cr/")).isEmpty();
        assertThat(RealGit.run(Sites.folder(root), "rev-list", "--count", "cms"))
                .isEqualTo("641");
    }

    /** Shown to fail with walks that hold the text of each commit: 1.1 GB where the process has 1. */
    @Test
    @Tag("large")
    void aHistoryLargerThanMemoryIsWalkedInOneWrite() {
        String text = "a line of a long message\n".repeat((16 << 20) / 25);
        CommitId first = repository.tip("main").orElseThrow();
        CommitId tip = first;
        for (int made = 0; made < LARGE_COMMITS; made++) {
            CommitId parent = tip;
            tip = repository.write(w -> {
                CommitId next = w.commit(w.tree(parent), ChangeSet.none(), List.of(parent), Sites.ADA, text);
                w.tip("main").ifPresent(main -> w.move("main", main, next));
                return next;
            });
        }
        CommitId last = tip;

        repository.write(w -> {
            CommitId beside = w.commit(w.emptyTree(), ChangeSet.none(), List.of(first), Sites.ADA, "beside");
            AtomicLong seen = new AtomicLong();
            w.visit(last, List.of(beside), commit -> {
                seen.addAndGet(w.info(commit).message().length() / text.strip().length());
                return true;
            });
            assertThat(seen.get()).isEqualTo(LARGE_COMMITS);
            assertThat(w.isAncestor(beside, last)).isFalse();
            assertThat(w.mergeBase(beside, last)).contains(first);
            return last;
        });
    }

    /** A loop over first parents would come to a commit that is not there. */
    @Test
    void theFirstParentsOfACommitAreReadOnlyAsFarAsTheyAreNew() {
        repository.trial(w -> {
            CommitId old = new CommitId("1".repeat(40));
            for (int second = 0; second < 30; second++) {
                old = commitAt(w, second, old);
            }
            CommitId cms = commitAt(w, 40, commitAt(w, 31, old));
            CommitId merge = commitAt(w, 41, old, cms);
            CommitId taken = commitAt(w, 42, cms, merge);
            CommitId pushed = commitAt(w, 26, commitAt(w, 25, cms), merge); // A clock that is slow.

            assertThat(w.isOnLine(cms, merge)).isFalse();
            assertThat(w.isOnLine(taken, commitAt(w, 50, merge, taken))).isFalse();
            assertThat(w.isOnLine(merge, cms)).isFalse();
            assertThat(w.isOnLine(cms, taken)).isTrue();
            assertThat(w.isOnLine(cms, pushed)).isTrue();
            assertThat(w.isOnLine(cms, cms)).isTrue();
            return cms;
        });
    }

    private static CommitId commitAt(Writing writing, int second, CommitId... parents) {
        Authorship author = new Authorship("ada", "ada@example.com", Instant.ofEpochSecond(1_700_000_000 + second));
        return writing.commit(writing.emptyTree(), ChangeSet.none(), List.of(parents), author, "at " + second);
    }

    /** What a save does: a branch with a commit, merged at once, three refs in one write. */
    private void land(String writer, String path) {
        CommitId saved = repository.write(w -> {
            CommitId tip = w.tip("cms").orElseThrow();
            CommitId commit =
                    w.commit(w.tree(tip), Sites.changes(path, path + "\n"), List.of(tip), Sites.ADA, "save " + path);
            w.create("cr/" + writer, commit);
            return commit;
        });
        repository.write(w -> {
            CommitId tip = w.tip("cms").orElseThrow();
            MergeResult.Merged merged = (MergeResult.Merged) Sites.merge(w, tip, saved, (file, base, ours, theirs) -> {
                throw new AssertionError("nothing to decide about " + file);
            });
            CommitId commit =
                    w.commit(merged.tree(), ChangeSet.none(), List.of(tip, saved), Sites.ADA, "merge " + path);
            w.move("cms", tip, commit);
            w.move("main", w.tip("main").orElseThrow(), commit);
            w.delete("cr/" + writer, saved);
            return commit;
        });
    }

    @Test
    void aFailingWorkLeavesTheRestOfItsBatchAlone() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<CommitId> blocker = threads.submit(() -> repository.write(w -> {
                first.countDown();
                await(go);
                return commitTo(w, "cms", "blocker.txt");
            }));
            await(first);
            Future<CommitId> good = threads.submit(() -> repository.write(w -> commitTo(w, "cms", "good.txt")));
            Future<CommitId> bad = threads.submit(() -> repository.write(w -> {
                commitTo(w, "cms", "bad.txt");
                w.create("bad", w.tip("cms").orElseThrow());
                throw new IllegalArgumentException("mine");
            }));
            Future<CommitId> last = threads.submit(() -> repository.write(w -> commitTo(w, "main", "last.txt")));
            go.countDown();

            blocker.get();
            good.get();
            last.get();
            assertThatThrownBy(bad::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("mine");
        }
        Tree cms = repository.tree(repository.tip("cms").orElseThrow());
        assertThat(cms.blob("good.txt")).isPresent();
        assertThat(cms.blob("bad.txt")).isEmpty();
        assertThat(repository.tip("bad")).isEmpty();
        assertThat(repository.tree(repository.tip("main").orElseThrow()).blob("last.txt"))
                .isPresent();
    }

    @Test
    void aMovedFileKeepsItsContentAndMode() {
        Path folder = Sites.folder(root);
        String blob = RealGit.attemptWith(folder, "run\n", "hash-object", "-w", "--stdin")
                .output()
                .strip();
        RealGit.run(folder, "read-tree", "--empty");
        RealGit.attemptWith(
                folder,
                "100755 " + blob + "\tbin/run\n100644 " + blob + "\tbin/text\n120000 " + blob + "\tlink\n",
                "update-index",
                "--index-info");
        Tree tree = repository.tree(
                new CommitId(RealGit.run(folder, "commit-tree", "-m", "x", RealGit.run(folder, "write-tree"))));
        ChangeSet.Builder moves = ChangeSet.builder();
        tree.walk("", file -> moves.move(file, "to/" + file.name()));

        Tree moved = repository.tree(repository.write(w -> {
            CommitId commit = w.commit(tree, moves.build(), List.of(), Sites.ADA, "move");
            w.create("moved", commit);
            return commit;
        }));

        assertThat(RealGit.run(folder, "ls-tree", "-r", "--format=%(objectmode) %(path)", "moved"))
                .isEqualTo("120000 to/link\n100755 to/run\n100644 to/text");
        Tree back = repository.write(w -> w.apply(moved, ChangeSet.of(w.diff(moved, tree))));
        assertThat(back).isEqualTo(tree);
    }

    private static CommitId commitTo(Writing w, String branch, String path) {
        CommitId tip = w.tip(branch).orElseThrow();
        CommitId commit = w.commit(w.tree(tip), Sites.changes(path, "x\n"), List.of(tip), Sites.ADA, path);
        w.move(branch, tip, commit);
        return commit;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    @Test
    void aDiskThatCannotMoveRefsAcknowledgesNothingAndRecovers() throws IOException {
        CommitId before = repository.tip("cms").orElseThrow();
        Path obstacle = Files.createDirectory(Sites.folder(root).resolve("packed-refs.lock"));

        assertUnavailable();
        assertThat(repository.tip("cms")).contains(before);

        Files.delete(obstacle);
        CommitId saved = Sites.save(repository, "cms", "new.txt", "x\n");
        assertThat(repository.tip("cms")).contains(saved);
    }

    @Test
    void aDiskThatCannotTakeObjectsAcknowledgesNothingAndRecovers() throws IOException {
        CommitId before = repository.tip("cms").orElseThrow();
        Path objects = Sites.folder(root).resolve("objects");
        Files.move(objects, objects.resolveSibling("away"));
        Files.writeString(objects, "not a folder");

        assertUnavailable();
        assertThat(repository.tip("cms")).contains(before);

        Files.delete(objects);
        Files.move(objects.resolveSibling("away"), objects);
        CommitId saved = Sites.save(repository, "cms", "new.txt", "x\n");
        assertThat(repository.tip("cms")).contains(saved);
    }

    private void assertUnavailable() {
        assertThatThrownBy(() -> Sites.save(repository, "cms", "new.txt", "x\n"))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE));
    }

    @Test
    void aMovedBranchIsAConflict() {
        CommitId before = repository.tip("cms").orElseThrow();
        CommitId saved = Sites.save(repository, "cms", "new.txt", "x\n");

        assertConflict(w -> w.move("cms", before, saved), "has moved");
        assertConflict(w -> w.delete("cms", before), "has moved");
        assertConflict(w -> w.create("cms", saved), "already exists");
        assertConflict(w -> w.move("nothing", before, saved), "has moved");
    }

    @Test
    void namesThatCannotStandBesideEachOtherAreAConflict() {
        CommitId tip = repository.tip("cms").orElseThrow();
        repository.write(w -> {
            w.create("cr/one", tip);
            return tip;
        });

        assertConflict(w -> w.create("cr", tip), "\"cr/one\"");
        assertConflict(w -> w.create("cms/x", tip), "\"cms\"");
        assertConflict(w -> w.create("cr/one/more/x", tip), "\"cr/one\"");

        repository.write(w -> {
            w.delete("cr/one", tip);
            w.create("cr", tip);
            return tip;
        });
        assertThat(repository.branches("cr")).extracting(Branch::name).containsExactly("cr");
        assertThat(RealGit.run(Sites.folder(root), "rev-parse", "cr")).isEqualTo(tip.sha());
    }

    private void assertConflict(java.util.function.Consumer<Writing> work, String words) {
        assertThatThrownBy(() -> repository.write(w -> {
                    work.accept(w);
                    return null;
                }))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.CONFLICT))
                .hasMessageContaining(words);
    }

    @Test
    void namesThatGitRefusesAreInvalid() {
        CommitId tip = repository.tip("cms").orElseThrow();
        for (String name :
                List.of("", "a..b", "a b", "/a", "a/", "a.lock", "-a", "a~1", "a^", "a:b", "@{", "HEAD", "a\\b")) {
            assertThatThrownBy(() -> repository.write(w -> {
                        w.create(name, tip);
                        return null;
                    }))
                    .as(name)
                    .isInstanceOf(Failure.class);
        }
    }

    @Test
    void looseRefsOfOtherProgramsCount() {
        Path folder = Sites.folder(root);
        CommitId tip = repository.tip("cms").orElseThrow();
        CommitId saved = Sites.save(repository, "cms", "new.txt", "x\n");
        RealGit.run(folder, "update-ref", "refs/heads/cms", tip.sha());
        RealGit.run(folder, "update-ref", "refs/heads/loose", saved.sha());

        assertThat(repository.tip("cms")).contains(tip);
        assertThat(repository.branches("")).extracting(Branch::name).containsExactly("cms", "loose", "main");
        CommitId again = Sites.save(repository, "cms", "again.txt", "x\n");
        assertThat(RealGit.run(folder, "rev-parse", "cms")).isEqualTo(again.sha());
        assertThat(RealGit.run(folder, "rev-parse", "loose")).isEqualTo(saved.sha());
    }

    @Test
    void nothingIsVisibleOutsideBeforeTheWriteReturns() {
        CommitId before = repository.tip("cms").orElseThrow();
        CommitId saved = repository.write(w -> {
            CommitId commit = commitTo(w, "cms", "new.txt");
            assertThat(w.tip("cms")).contains(commit);
            assertThat(repository.tip("cms")).contains(before);
            return commit;
        });
        assertThat(repository.tip("cms")).contains(saved);
    }

    @Test
    void aWriteInsideAWriteIsRefusedInsteadOfWaitingForever() {
        assertThatThrownBy(() -> repository.write(w -> repository.write(Writing::emptyTree)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anInterruptedCallerStillGetsTheOutcome() {
        Thread.currentThread().interrupt();
        CommitId saved = Sites.save(repository, "cms", "new.txt", "x\n");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(repository.tip("cms")).contains(saved);
    }

    /** Shown to fail where each write of a line may wait anew for room in the heap, while all behind it wait. */
    @Test
    void whatAWriteWaitsForTheWriterIsAPartOfItsTimeout() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<CommitId> first = threads.submit(() -> repository.write(w -> {
                begun.countDown();
                await(end);
                return w.tip("cms").orElseThrow();
            }));
            await(begun);
            AtomicLong left = new AtomicLong();
            Thread second =
                    Thread.ofVirtual().start(() -> left.set(repository.write(w -> RoomTimeout.remainingNanos())));
            eventually("waits", () -> second.getState() == Thread.State.WAITING);
            end.countDown();
            second.join();
            assertThat(repository.tip("cms")).contains(first.get());
            assertThat(left.get()).isPositive().isLessThan(RoomTimeout.remainingNanos());
        }
    }

    @Test
    void aLargeWriteBecomesOnePack() throws IOException {
        ChangeSet.Builder many = ChangeSet.builder();
        for (int i = 0; i < 2_000; i++) {
            many.put("content/" + i % 50 + "/" + i + ".json", "{ \"number\": " + i + " }\n");
        }
        CommitId saved = repository.write(w -> {
            CommitId tip = w.tip("cms").orElseThrow();
            CommitId commit = w.commit(w.tree(tip), many.build(), List.of(tip), Sites.ADA, "import");
            w.move("cms", tip, commit);
            return commit;
        });
        try (var packs = Files.list(Sites.folder(root).resolve("objects/pack"))) {
            assertThat(packs)
                    .as("two files for the first commit, two for all of this")
                    .hasSize(4);
        }
        assertThat(Sites.text(repository.tree(saved), "content/7/1957.json")).contains("1957");
    }
}
