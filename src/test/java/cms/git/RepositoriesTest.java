package cms.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RepositoriesTest {
    @TempDir
    Path root;

    @Test
    void realGitOpensWhatWasCreated() {
        try (Repositories repositories = Repositories.open(root)) {
            Repository repository = Sites.create(repositories, "readme.md", "hello\n");

            Path folder = Sites.folder(root);
            assertThat(RealGit.run(folder, "rev-parse", "HEAD"))
                    .isEqualTo(repository.tip("main").orElseThrow().sha());
            assertThat(RealGit.run(folder, "symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
            assertThat(RealGit.run(folder, "show", "cms:readme.md")).isEqualTo("hello");
            assertThat(RealGit.run(folder, "log", "-1", "--format=%an <%ae> %aI %s"))
                    .isEqualTo("ada <ada@example.com> 2023-11-14T22:13:20+00:00 first");
            RealGit.assertSound(folder);
            assertThat(repository.defaultBranch()).isEqualTo("main");
        }
    }

    @Test
    void repositoriesAreListedFoundAndDeleted() {
        try (Repositories repositories = Repositories.open(root)) {
            repositories.create("ada/two", "main");
            Repository one = repositories.create("ada/one", "trunk");

            assertThat(repositories.list("ada")).containsExactly("ada/one", "ada/two");
            assertThat(repositories.list("bo")).isEmpty();
            assertThat(repositories.find("ada/one")).containsSame(one);
            assertThat(repositories.find("ada/three")).isEmpty();
            assertThatThrownBy(() -> repositories.create("ada/one", "main")).hasMessageContaining("already exists");

            repositories.delete("ada/one");

            assertThat(repositories.find("ada/one")).isEmpty();
            assertThat(repositories.list("ada")).containsExactly("ada/two");
            assertThatThrownBy(() -> one.write(Writing::emptyTree)).hasMessageContaining("has been deleted");
            assertThat(repositories.create("ada/one", "main").branches("")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ada",
                "ada/",
                "/site",
                "ada/..",
                "../site",
                "ada/../x",
                "ada/site/more",
                "ada/.git",
                "ada/a..b",
                "ada/site.git",
                "ada/site.lock",
                "ada/-x",
                ".hidden/site",
                "ada/s te",
                "ada/s\0te",
                "ada\\site",
                "ada/é"
            })
    void namesThatCouldLeaveTheFolderAreRefused(String name) {
        try (Repositories repositories = Repositories.open(root)) {
            assertThatThrownBy(() -> repositories.create(name, "main")).isInstanceOf(Failure.class);
            assertThatThrownBy(() -> repositories.find(name)).isInstanceOf(Failure.class);
            assertThatThrownBy(() -> repositories.delete(name)).isInstanceOf(Failure.class);
        }
    }

    @Test
    void theFolderHasOneOwnerAtATime() {
        Repositories first = Repositories.open(root);
        assertThatThrownBy(() -> Repositories.open(root)).hasMessageContaining("Another process uses the repositories");
        first.close();
        Repositories.open(root).close();
    }

    @Tag("kill")
    @Test
    void anotherProcessIsRefusedWithASentence() throws Exception {
        try (Repositories ours = Repositories.open(root)) {
            assertThat(ours.list("ada")).isEmpty();
            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Opener.class.getName(),
                            root.toString())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(other.getInputStream().readAllBytes());
            assertThat(output).contains("Another process uses the repositories");
            assertThat(other.waitFor()).isNotZero();
        }
    }

    /** Started as a process of its own. */
    static final class Opener {
        public static void main(String[] arguments) {
            Repositories.open(Path.of(arguments[0])).close();
        }
    }

    @Test
    void locksAndTemporaryFilesOfAKilledProcessAreSweptAtOpen() throws IOException {
        try (Repositories repositories = Repositories.open(root)) {
            Sites.create(repositories, "a.txt", "a\n");
        }
        Path folder = Sites.folder(root);
        List<String> left = List.of(
                "packed-refs.lock",
                "HEAD.lock",
                "refs/heads/cms.lock",
                "refs/heads/cr/x.lock",
                "objects/tmp_obj_7",
                "objects/noz123.tmp",
                "objects/incoming_9.pack",
                "objects/pack/tmp_pack-1.idx");
        for (String name : left) {
            Files.createDirectories(folder.resolve(name).getParent());
            Files.writeString(folder.resolve(name), "");
        }
        Files.createDirectories(root.resolve("ada/.unfinished-1/objects"));

        try (Repositories repositories = Repositories.open(root)) {
            for (String name : left) {
                assertThat(folder.resolve(name)).doesNotExist();
            }
            assertThat(root.resolve("ada/.unfinished-1")).doesNotExist();
            Repository repository = repositories.find("ada/site").orElseThrow();
            Sites.save(repository, "cms", "b.txt", "b\n");
            assertThat(Sites.text(repository.tree(repository.tip("cms").orElseThrow()), "a.txt"))
                    .isEqualTo("a\n");
        }
        RealGit.assertSound(folder);
    }

    @Test
    void aLockThatAppearsLaterDoesNotBlockTheBranch() throws IOException {
        try (Repositories repositories = Repositories.open(root)) {
            Repository repository = Sites.create(repositories, "a.txt", "a\n");
            Files.writeString(Sites.folder(root).resolve("refs/heads/cms.lock"), "");

            CommitId saved = Sites.save(repository, "cms", "b.txt", "b\n");

            assertThat(repository.tip("cms")).contains(saved);
        }
    }

    @Test
    void nobodysConfigurationIsRead() throws IOException {
        Path home = Files.createDirectories(root.resolve("home"));
        Files.writeString(home.resolve(".gitconfig"), "[user]\n\tname = mallory\n[core]\n\tcompression = 0\n");
        try (Repositories repositories = Repositories.open(root.resolve("repositories"))) {
            Repository repository = Sites.create(repositories, "a.txt", "a\n");
            assertThat(repository.disk().jgit().getConfig().getString("user", null, "name"))
                    .isNull();
            try (Stream<Path> files = Files.walk(root.resolve("repositories"))) {
                assertThat(files.map(path -> path.getFileName().toString()))
                        .noneMatch(name -> name.startsWith(".probe"));
            }
        }
    }
}
