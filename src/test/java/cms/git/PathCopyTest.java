package cms.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PathCopyTest {
    private static final int ROUNDS = 40;
    private static final List<String> NAMES = List.of("a", "b", "a.b", "a-b", "ab", "é", "Z", "a b", "0", "cms");

    @TempDir
    Path root;

    private Repositories repositories;
    private Repository repository;

    @BeforeEach
    void open() {
        repositories = Repositories.open(root);
        repository = Sites.create(repositories, "readme.md", "hello\n");
    }

    @AfterEach
    void close() {
        repositories.close();
    }

    /** The same random changes through real Git's own index give the same tree, to the last bit. */
    @Tag("large")
    @Test
    void randomChangeSetsGiveTheTreesOfRealGit() {
        Random random = new Random(42);
        Map<String, String> files = new TreeMap<>(Map.of("readme.md", "hello\n"));
        for (int round = 0; round < ROUNDS; round++) {
            ChangeSet changes = randomChanges(random, files);
            Tree before = repository.tree(repository.tip("cms").orElseThrow());
            CommitId saved = repository.write(w -> {
                CommitId tip = w.tip("cms").orElseThrow();
                CommitId commit = w.commit(w.tree(tip), changes, List.of(tip), Sites.ADA, "round");
                w.move("cms", tip, commit);
                return commit;
            });
            Tree after = repository.tree(saved);
            assertThat(after.id().sha()).as("round " + round).isEqualTo(treeOfRealGit(files));
            assertThat(summary(repository.diff(before, after)))
                    .isEqualTo(RealGit.run(
                            Sites.folder(root),
                            "-c",
                            "core.quotePath=false",
                            "diff-tree",
                            "-r",
                            "--name-status",
                            "--no-renames",
                            before.id().sha(),
                            after.id().sha()));
        }
        RealGit.assertSound(Sites.folder(root));
    }

    private static String summary(List<FileChange> changes) {
        return changes.stream()
                .map(change -> change.status().name().replace("REMOVED", "D").charAt(0) + "\t" + change.path())
                .sorted(java.util.Comparator.comparing(line -> line.substring(2)))
                .collect(java.util.stream.Collectors.joining("\n"));
    }

    private static ChangeSet randomChanges(Random random, Map<String, String> files) {
        ChangeSet.Builder changes = ChangeSet.builder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            String path = randomPath(random);
            if (random.nextInt(3) == 0 && !files.isEmpty()) {
                String gone = List.copyOf(files.keySet()).get(random.nextInt(files.size()));
                files.remove(gone);
                changes.remove(gone);
            } else if (fits(path, files)) {
                String text = "text " + random.nextInt(20) + "\n";
                files.put(path, text);
                changes.put(path, text);
            }
        }
        return changes.build();
    }

    private static String randomPath(Random random) {
        StringBuilder path = new StringBuilder(NAMES.get(random.nextInt(NAMES.size())));
        for (int depth = random.nextInt(4); depth > 0; depth--) {
            path.append('/').append(NAMES.get(random.nextInt(NAMES.size())));
        }
        return path.toString();
    }

    private static boolean fits(String path, Map<String, String> files) {
        return files.keySet().stream().noneMatch(other -> other.startsWith(path + "/") || path.startsWith(other + "/"));
    }

    private String treeOfRealGit(Map<String, String> files) {
        Path folder = Sites.folder(root);
        StringBuilder index = new StringBuilder();
        files.forEach((path, text) -> index.append("100644 ")
                .append(RealGit.attemptWith(folder, text, "hash-object", "-w", "--stdin")
                        .output()
                        .strip())
                .append('\t')
                .append(path)
                .append('\n'));
        RealGit.run(folder, "read-tree", "--empty");
        RealGit.Answer indexed = RealGit.attemptWith(folder, index.toString(), "update-index", "--index-info");
        assertThat(indexed.code()).as(indexed.output()).isZero();
        return RealGit.run(folder, "write-tree");
    }

    @Test
    void aFileCannotReplaceAFolderUnlessTheFolderGoes() {
        Tree base = repository.tree(Sites.save(repository, "cms", "a/b", "1", "c", "2"));

        assertThatThrownBy(() -> repository.write(w -> w.apply(base, Sites.changes("a", "x"))))
                .hasMessageContaining("\"a\" would be a file and a folder");
        assertThatThrownBy(() -> repository.write(w -> w.apply(base, Sites.changes("c/d", "x"))))
                .hasMessageContaining("\"c\" would be a file and a folder");
    }

    /** The door for pushes refuses folders with such names, so a clone could never be sent back. */
    @Test
    void aNewNameIsOneThatEverySystemCanWrite() {
        Tree base = repository.tree(Sites.save(repository, "cms", "site/Blog/a", "1", "caf\u00e9/a", "1"));

        assertThatThrownBy(() -> repository.write(w -> w.apply(base, Sites.changes("site/blog/a", "x"))))
                .hasMessageContaining("\"site/blog\" would differ from \"site/Blog\" in capitals alone");
        assertThatThrownBy(() -> repository.write(w -> w.apply(base, Sites.changes("cafe\u0301/b", "x"))))
                .hasMessageContaining("would differ from \"caf\u00e9\"");
        for (String name : List.of("aux", "nul.md", "end.", "a:b", "git~1")) {
            assertThatThrownBy(() -> repository.write(w -> w.apply(base, Sites.changes("site/" + name, "x"))))
                    .hasMessageContaining("is no name of a file on every system");
        }
    }

    @Test
    void whatAFolderHasAlreadyIsWrittenUnderAnyName() {
        CommitId saved = repository.write(w -> {
            Tree base = w.apply(w.emptyTree(), Sites.changes("site/blog/a", "1"));
            CommitId commit =
                    w.commit(base, Sites.changes("site/blog/a", null, "site/Blog/a", "2"), List.of(), Sites.ADA, "");
            w.create("renamed", commit);
            return commit;
        });
        assertThat(Sites.text(repository.tree(saved), "site/Blog/a")).isEqualTo("2");
    }

    @Test
    void aFileReplacesAFolderThatTheSameChangeEmpties() {
        CommitId saved = repository.write(w -> {
            Tree base = w.apply(w.emptyTree(), Sites.changes("a/b", "1", "c", "2"));
            CommitId commit = w.commit(
                    base, Sites.changes("a/b", null, "a", "x", "c", null, "c/d", "y"), List.of(), Sites.ADA, "");
            w.create("swapped", commit);
            return commit;
        });
        assertThat(Sites.text(repository.tree(saved), "a")).isEqualTo("x");
        assertThat(Sites.text(repository.tree(saved), "c/d")).isEqualTo("y");
    }

    @Test
    void theLastFileTakesItsFoldersWithIt() {
        CommitId first = Sites.save(repository, "cms", "a/b/c.txt", "x\n");
        CommitId second = Sites.save(repository, "cms", "a/b/c.txt", null, "readme.md", null);

        assertThat(repository.tree(first).folder("a/b")).isPresent();
        assertThat(repository.tree(second)).isEqualTo(repository.emptyTree());
        assertThat(repository.tree(second).entries("")).isEmpty();
        RealGit.assertSound(Sites.folder(root));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/a",
                "a/",
                "a//b",
                "../a",
                "a/../b",
                ".git/config",
                "a/.GIT/x",
                "a/./b",
                "a\0b",
                "a\nb",
                "a\\b"
            })
    void hostilePathsAreRefused(String path) {
        assertThatThrownBy(() -> ChangeSet.builder().put(path, "x")).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> ChangeSet.builder().remove(path)).isInstanceOf(Failure.class);
    }

    /** The base of a write may come from outside it, and links and modes of a repository from elsewhere survive. */
    @Test
    void foreignEntriesKeepTheirModeAndName() {
        Path folder = Sites.folder(root);
        String blob = RealGit.attemptWith(folder, "run\n", "hash-object", "-w", "--stdin")
                .output()
                .strip();
        RealGit.run(folder, "read-tree", "--empty");
        RealGit.attemptWith(
                folder,
                "100755 " + blob + "\tbin/run\n120000 " + blob + "\tlink\n160000 " + "1".repeat(40) + "\tmodule\n",
                "update-index",
                "--index-info");
        String commit = RealGit.run(folder, "commit-tree", "-m", "foreign", RealGit.run(folder, "write-tree"));

        Tree foreign = repository.tree(new CommitId(commit));
        assertThat(foreign.entries(""))
                .extracting(Tree.Entry::kind)
                .containsExactly(Tree.Kind.FOLDER, Tree.Kind.LINK, Tree.Kind.SUBMODULE);
        assertThat(foreign.blob("link")).isEmpty();
        assertThat(foreign.blob("bin/run")).isPresent();
        CommitId edited = repository.write(w -> {
            CommitId saved = w.commit(
                    foreign,
                    Sites.changes("bin/run", "run 2\n", "link", "x"),
                    List.of(new CommitId(commit)),
                    Sites.ADA,
                    "");
            w.create("foreign", saved);
            return saved;
        });
        assertThat(RealGit.run(folder, "ls-tree", "-r", "--format=%(objectmode) %(path)", edited.sha()))
                .isEqualTo("100755 bin/run\n100644 link\n160000 module");
    }
}
