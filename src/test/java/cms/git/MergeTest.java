package cms.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MergeTest {
    @TempDir
    Path root;

    private Repositories repositories;
    private Repository repository;

    @BeforeEach
    void open() {
        repositories = Repositories.open(root);
        repository =
                Sites.create(repositories, "readme.md", "1\n2\n3\n4\n5\n", "shared/file.txt", "same\n", "x/y/z", "z\n");
        repository.write(w -> {
            CommitId tip = w.tip("cms").orElseThrow();
            w.create("theirs", tip);
            return tip;
        });
    }

    @AfterEach
    void close() {
        repositories.close();
    }

    private MergeResult merge(FileMerger merger) {
        CommitId ours = repository.tip("cms").orElseThrow();
        CommitId theirs = repository.tip("theirs").orElseThrow();
        return repository.write(w -> {
            MergeResult result = Sites.merge(w, ours, theirs, merger);
            if (result instanceof MergeResult.Merged merged) {
                CommitId commit = w.commit(merged.tree(), ChangeSet.none(), List.of(ours, theirs), Sites.ADA, "merge");
                w.move("cms", ours, commit);
            }
            return result;
        });
    }

    private Tree merged(FileMerger merger) {
        assertThat(merge(merger)).isInstanceOf(MergeResult.Merged.class);
        RealGit.assertSound(Sites.folder(root));
        return repository.tree(repository.tip("cms").orElseThrow());
    }

    private static FileMerger neverCalled() {
        return (path, base, ours, theirs) -> {
            throw new AssertionError("nothing to decide about " + path);
        };
    }

    @Test
    void twoDifferentAdditionsBothStand() {
        Sites.save(repository, "cms", "shared/ours.txt", "o\n");
        Sites.save(repository, "theirs", "shared/theirs.txt", "t\n", "x/y/z", null);

        Tree tree = merged(neverCalled());

        assertThat(Sites.text(tree, "shared/ours.txt")).isEqualTo("o\n");
        assertThat(Sites.text(tree, "shared/theirs.txt")).isEqualTo("t\n");
        assertThat(tree.folder("x")).isEmpty();
    }

    @Test
    void theSameChangeOnBothSidesIsNoQuestion() {
        Sites.save(repository, "cms", "readme.md", "new\n");
        Sites.save(repository, "theirs", "readme.md", "new\n");

        assertThat(Sites.text(merged(neverCalled()), "readme.md")).isEqualTo("new\n");
    }

    @Test
    void onlyAFileThatBothSidesChangedIsHandedToTheMerger() {
        Sites.save(repository, "cms", "readme.md", "ours\n", "shared/file.txt", "one-sided\n");
        Sites.save(repository, "theirs", "readme.md", "theirs\n");
        List<String> asked = new ArrayList<>();

        Tree tree = merged((path, base, ours, theirs) -> {
            asked.add(path + ": " + text(base) + text(ours) + text(theirs));
            return new FileMerger.Content("both\n".getBytes());
        });

        assertThat(asked).containsExactly("readme.md: 1\n2\n3\n4\n5\nours\ntheirs\n");
        assertThat(Sites.text(tree, "readme.md")).isEqualTo("both\n");
        assertThat(Sites.text(tree, "shared/file.txt")).isEqualTo("one-sided\n");
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "(none)" : new String(bytes);
    }

    @Test
    void deleteAgainstEditIsHandedOverWithANull() {
        Sites.save(repository, "cms", "shared/file.txt", null);
        Sites.save(repository, "theirs", "shared/file.txt", "edited\n");
        List<String> asked = new ArrayList<>();

        MergeResult result = merge((path, base, ours, theirs) -> {
            asked.add(path + " " + text(base) + text(ours) + text(theirs));
            return new FileMerger.Clash(List.of("delete against edit"));
        });

        assertThat(asked).containsExactly("shared/file.txt same\n(none)edited\n");
        assertThat(result)
                .isEqualTo(new MergeResult.Conflicted(
                        List.of(new MergeResult.ConflictedPath("shared/file.txt", List.of("delete against edit")))));
    }

    @Test
    void aMergerMayRemoveTheFile() {
        Sites.save(repository, "cms", "shared/file.txt", null);
        Sites.save(repository, "theirs", "shared/file.txt", "edited\n");

        assertThat(merged((path, base, ours, theirs) -> new FileMerger.Removal())
                        .folder("shared"))
                .isEmpty();
    }

    @Test
    void aFileAgainstAFolderOfTheSameNameIsAConflict() {
        Sites.save(repository, "cms", "new", "file\n");
        Sites.save(repository, "theirs", "new/inside.txt", "folder\n");

        assertThat(merge(neverCalled()))
                .isEqualTo(new MergeResult.Conflicted(List.of(new MergeResult.ConflictedPath("new", List.of()))));
    }

    /** Both sides merged the other once: there are two merge bases, and neither side's change may come back. */
    @Test
    void crossedHistoriesMergeOverAVirtualBase() {
        CommitId a = Sites.save(repository, "cms", "readme.md", "a\n");
        CommitId b = Sites.save(repository, "theirs", "shared/file.txt", "b\n");
        repository.write(w -> {
            MergeResult.Merged one = (MergeResult.Merged) Sites.merge(w, a, b, neverCalled());
            CommitId left = w.commit(one.tree(), Sites.changes("left", "l"), List.of(a, b), Sites.ADA, "left");
            CommitId right = w.commit(
                    one.tree(),
                    Sites.changes("right", "r", "readme.md", "x\n", "shared/file.txt", "y\n"),
                    List.of(b, a),
                    Sites.ADA,
                    "right");
            w.move("cms", a, left);
            w.move("theirs", b, right);
            return left;
        });
        assertThat(RealGit.run(Sites.folder(root), "merge-base", "--all", "cms", "theirs")
                        .lines())
                .hasSize(2);

        Tree tree = merged(neverCalled());

        assertThat(Sites.text(tree, "readme.md")).isEqualTo("x\n");
        assertThat(Sites.text(tree, "shared/file.txt")).isEqualTo("y\n");
        assertThat(tree.blob("left")).isPresent();
        assertThat(tree.blob("right")).isPresent();
    }

    @Test
    void unrelatedHistoriesMergeOverNothing() {
        repository.write(w -> {
            CommitId other = w.commit(w.emptyTree(), Sites.changes("other.txt", "o\n"), List.of(), Sites.ADA, "other");
            w.move("theirs", w.tip("theirs").orElseThrow(), other);
            return other;
        });
        assertThat(repository.mergeBase(
                        repository.tip("cms").orElseThrow(),
                        repository.tip("theirs").orElseThrow()))
                .isEmpty();

        assertThat(Sites.text(merged(neverCalled()), "other.txt")).isEqualTo("o\n");
    }

    @Test
    void ancestryIsKnown() {
        CommitId first = repository.tip("main").orElseThrow();
        CommitId ours = Sites.save(repository, "cms", "a", "a");
        CommitId theirs = Sites.save(repository, "theirs", "b", "b");

        assertThat(repository.isAncestor(first, ours)).isTrue();
        assertThat(repository.isAncestor(ours, ours)).isTrue();
        assertThat(repository.isAncestor(ours, theirs)).isFalse();
        assertThat(repository.mergeBase(ours, theirs)).contains(first);
        assertThat(Sites.log(repository, ours)).extracting(Commit::subject).containsExactly("save", "first");
    }
}
