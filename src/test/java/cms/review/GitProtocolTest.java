package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the built-in host speaks with the real {@code git} program: large packs, version 2, parts of a repository. */
@Tag("scenario")
class GitProtocolTest {
    private static final String LONG_NAME = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

    private static final int LARGE_FILES = 4;
    private static final int LARGE_FILE_BYTES = 8 << 20;
    private static final String HIDDEN = "refs/cms/journal";

    @TempDir
    private static Path folder;

    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Tag("large")
    @Test
    void aPackOfManyMegabytesArrivesAndIsCloned() throws IOException {
        World.connect(world.ada(), world.workspaceId(), "starters/blank", "large");
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/large");
        Random noise = new Random(7);
        for (int number = 0; number < LARGE_FILES; number++) {
            byte[] bytes = new byte[LARGE_FILE_BYTES];
            noise.nextBytes(bytes);
            Files.write(clone.folder().resolve(number + ".bin"), bytes);
        }
        clone.git("config", "core.compression", "0");
        clone.commit("much");

        clone.git("push", "--quiet", "origin", "main");

        GitClient other = GitClient.clone(folder, world.ada(), "ada/large");
        for (int number = 0; number < LARGE_FILES; number++) {
            String name = number + ".bin";
            assertThat(Files.mismatch(
                            clone.folder().resolve(name), other.folder().resolve(name)))
                    .isEqualTo(-1);
        }
    }

    @Test
    void version2IsSpoken() {
        GitClient empty = empty();

        String trailers = empty.traced("-c", "protocol.version=2", "ls-remote", url(world.bo()), "refs/heads/main")
                .output();

        assertThat(trailers).contains("< version 2", "> command=ls-refs", "refs/heads/main");
        assertThat(empty.traced("-c", "protocol.version=0", "ls-remote", url(world.bo()))
                        .output())
                .doesNotContain("version 2");
    }

    /** Shown to fail without the switch that lets clients filter: then the clone is a whole one. */
    @Test
    void aPartialCloneFetchesFilesWhenTheyAreRead() {
        for (String version : new String[] {"0", "2"}) {
            GitClient clone = empty();
            String protocol = "protocol.version=" + version;
            String warned = clone.attempt(
                            "-c", protocol, "clone", "--filter=blob:none", "--no-checkout", url(world.bo()), ".")
                    .output();
            assertThat(warned).doesNotContain("not recognized");
            assertThat(clone.git("rev-list", "--objects", "--missing=print", "HEAD"))
                    .containsPattern("(?m)^\\?");

            assertThat(clone.git("-c", protocol, "show", "HEAD:README.md")).isNotEmpty();
            clone.git("-c", protocol, "checkout", "--quiet", "HEAD");
            assertThat(clone.git("status", "--porcelain")).isEmpty();
        }
    }

    /** Shown to fail with JGit's own check of what is asked for: it knows the files of the tips alone. */
    @Test
    void aPartialCloneReadsTheFilesOfOldCommits() {
        GitClient author = GitClient.clone(folder, world.bo(), "ada/blog");
        for (String text : new String[] {"first", "second", "third"}) {
            author.write("old/notes.txt", text).commit(text);
        }
        author.git("rm", "--quiet", "-r", "old");
        author.commit("gone");
        author.git("push", "--quiet", "origin", "main");
        for (String version : new String[] {"0", "2"}) {
            GitClient clone = empty();
            String protocol = "protocol.version=" + version;
            clone.git("-c", protocol, "clone", "--quiet", "--filter=blob:none", url(world.bo()), ".");
            assertThat(clone.git("-c", protocol, "log", "-p", "--format=%s", "--", "old"))
                    .contains("+first", "-first", "+second", "-third");
            GitClient folders = empty();
            folders.git("-c", protocol, "clone", "--quiet", "--filter=tree:0", "--no-checkout", url(world.bo()), ".");
            assertThat(folders.git("-c", protocol, "show", "HEAD~2:old/notes.txt"))
                    .isEqualTo("second");
        }
    }

    /** JGit cannot do it, which is no fault of the request. Shown to fail as an answer 500 without a word. */
    @Test
    void deepeningAShallowCloneIsRefusedWithWhatToDoInstead() {
        GitClient clone = empty();
        clone.git("clone", "--quiet", "--depth", "1", url(world.bo()), ".");
        assertThat(clone.attempt("fetch", "--deepen=1").output()).contains("--unshallow");
        clone.git("fetch", "--quiet", "--depth=3");
    }

    @Test
    void aShallowCloneHasOneCommitAndPushes() {
        GitClient first = GitClient.clone(folder, world.bo(), "ada/blog");
        first.write("one.txt", "1").commit("one");
        first.git("push", "--quiet", "origin", "main");
        GitClient clone = empty();
        clone.git("clone", "--quiet", "--depth", "1", url(world.bo()), ".");
        assertThat(clone.git("rev-list", "--count", "HEAD")).isEqualTo("1");

        clone.write("two.txt", "2").commit("two");
        clone.git("push", "--quiet", "origin", "main");

        clone.git("fetch", "--quiet", "--unshallow");
        assertThat(clone.git("rev-list", "HEAD")).contains(first.git("rev-parse", "HEAD"));
    }

    /**
     * Shown to fail when the refs of this service are listed; any stored object by its name has to make it fail too.
     */
    @Test
    void whatTheServiceKeepsForItselfIsNeitherReadNorWritten() {
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/entry");
        String journal = GitClient.at(app.data()).git("--git-dir", repository().toString(), "rev-parse", HIDDEN);
        assertThat(journal).hasSize(40);

        for (String version : new String[] {"0", "1", "2"}) {
            String protocol = "protocol.version=" + version;
            assertThat(clone.git("-c", protocol, "ls-remote", "origin")).doesNotContain("refs/cms");
            for (String wanted : new String[] {HIDDEN, journal}) {
                assertThat(clone.attempt("-c", protocol, "fetch", "origin", wanted)
                                .code())
                        .isNotZero();
                assertThat(clone.attempt("-c", protocol, "fetch", "--filter=blob:none", "origin", wanted)
                                .code())
                        .isNotZero();
            }
        }
        for (String pushed : new String[] {"HEAD:" + HIDDEN, "+HEAD:" + HIDDEN, ":" + HIDDEN, "HEAD:refs/cms/other"}) {
            assertThat(clone.attempt("push", "origin", pushed).code()).isNotZero();
        }
        assertThat(GitClient.at(app.data()).git("--git-dir", repository().toString(), "rev-parse", HIDDEN))
                .isEqualTo(journal);
    }

    /** Shown to fail when nobody looks among what a push makes reachable for commits of refs that are not shown. */
    @Test
    void aPushCannotMakeWhatIsHiddenItsParent() throws IOException {
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/parent");
        String journal = GitClient.at(app.data()).git("--git-dir", repository().toString(), "rev-parse", HIDDEN);
        String person = "ada <ada@example.com> 1700000000 +0000";
        clone.write(
                ".git/made",
                "tree " + clone.git("rev-parse", "HEAD^{tree}") + "\nparent " + journal + "\nauthor " + person
                        + "\ncommitter " + person + "\n\nmade by hand\n");
        String made = clone.git("hash-object", "-t", "commit", "-w", ".git/made");
        clone.write(".git/shallow", made + "\n"); // else the client itself misses the parent

        assertThat(clone.attempt("push", "origin", made + ":refs/heads/made").code())
                .isNotZero();

        assertThat(clone.git("ls-remote", "origin")).doesNotContain(made);
    }

    /** Each is the folder of Git itself, or one of its files, where the name means the same to the file system. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                ".g\u200cit",
                ".git::$INDEX_ALLOCATION",
                "git~1",
                ".GIT",
                ".git ",
                "con",
                "CONIN$",
                "conout$.json",
                "Com\u00b9",
                LONG_NAME,
                "a:b",
                "x.",
                ".git\u200d"
            })
    void namesThatOtherSystemsMustRefuseAreRefused(String name) throws IOException {
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        String blob = clone.write("some.txt", "x").git("hash-object", "-w", "some.txt");
        ByteArrayOutputStream tree = new ByteArrayOutputStream();
        tree.writeBytes(("100644 " + name + "\0").getBytes(StandardCharsets.UTF_8));
        tree.writeBytes(HexFormat.of().parseHex(blob));
        Files.write(clone.folder().resolve(".git/made"), tree.toByteArray());
        String made = clone.git("hash-object", "-t", "tree", "-w", "--literally", ".git/made");
        String commit = clone.git("commit-tree", "-m", "names", made);

        assertThat(clone.attempt("push", "origin", commit + ":refs/heads/names").code())
                .isNotZero();
        assertThat(clone.git("ls-remote", "origin")).doesNotContain(commit);
    }

    /** Shown to overflow the stack, and to fail a comparison with 500, where nobody counts the levels. */
    @Test
    void foldersMayBeAHundredLevelsDeepAndNoMore() throws IOException {
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        String blob = clone.write("some.txt", "x").git("hash-object", "-w", "some.txt");

        String good = clone.git("commit-tree", "-m", "deep", nested(clone, blob, 100), "-p", "HEAD");
        clone.git("push", "--quiet", "origin", good + ":refs/heads/cr/deep");
        String bad = clone.git("commit-tree", "-m", "deeper", nested(clone, blob, 102), "-p", "HEAD");
        assertThat(clone.attempt("push", "origin", bad + ":refs/heads/cr/deeper")
                        .output())
                .contains("nested more than 100");
        clone.git("push", "--quiet", "origin", ":refs/heads/cr/deep");
    }

    /** Ten names for one folder, ten deep: some kilobytes that a walk would never end with. */
    @Test
    void aTreeOfTenThousandMillionFilesIsRefused() throws IOException {
        GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
        String blob = clone.write("some.txt", "x").git("hash-object", "-w", "some.txt");
        String inner = blob;
        for (int level = 0; level < 10; level++) {
            ByteArrayOutputStream tree = new ByteArrayOutputStream();
            for (int name = 0; name < 10; name++) {
                tree.writeBytes(((level == 0 ? "100644 " : "40000 ") + name + "\0").getBytes(StandardCharsets.UTF_8));
                tree.writeBytes(HexFormat.of().parseHex(inner));
            }
            Files.write(clone.folder().resolve(".git/made"), tree.toByteArray());
            inner = clone.git("hash-object", "-t", "tree", "-w", ".git/made");
        }
        String bomb = clone.git("commit-tree", "-m", "bomb", inner);

        assertThat(clone.attempt("push", "origin", bomb + ":refs/heads/cr/bomb").output())
                .contains("more than 2,000,000 files");
        assertThat(clone.git("ls-remote", "origin")).doesNotContain(bomb);
    }

    private static String nested(GitClient clone, String blob, int levels) throws IOException {
        String inner = blob;
        for (int level = 0; level < levels; level++) {
            ByteArrayOutputStream tree = new ByteArrayOutputStream();
            tree.writeBytes(((level == 0 ? "100644 f" : "40000 d") + "\0").getBytes(StandardCharsets.UTF_8));
            tree.writeBytes(HexFormat.of().parseHex(inner));
            Files.write(clone.folder().resolve(".git/made"), tree.toByteArray());
            inner = clone.git("hash-object", "-t", "tree", "-w", ".git/made");
        }
        return inner;
    }

    private static Path repository() {
        try (var found = Files.walk(app.data(), 6)) {
            return found.filter(path -> path.endsWith("ada/blog.git"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String url(Person person) {
        return person.gitUrl("ada/blog");
    }

    private static GitClient empty() {
        try {
            return GitClient.at(Files.createTempDirectory(folder, "empty"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
