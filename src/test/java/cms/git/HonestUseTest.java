package cms.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What bounds attackers refuses nobody who uses Git for what it is for, however much that is. The process has the flags
 * of {@code ./cms}.
 */
@Tag("large")
final class HonestUseTest {
    /** With 10, as {@code bin/torture} says, 100,000 objects, 2,000 branches and 50,000 commits that come later. */
    private static final int SCALE = Integer.getInteger("cms.honest.scale", 1);

    private static final int OBJECTS = 10_000 * SCALE;

    /** Each is an object, and has a folder and a file of its own. */
    private static final int COMMITS = OBJECTS / 3 + 10;

    private static final int MORE_COMMITS = 5_000 * SCALE;
    private static final int BRANCHES = 200 * SCALE;

    /** As many as there is room for: more would wait for 50 seconds at most, which a slow machine may need for one. */
    private static final int CLONES_AT_ONCE = 5;

    @TempDir
    private Path data;

    @TempDir
    private Path folder;

    @Test
    void largeRepositoriesArePushedClonedAndFetchedInEveryWay() throws Exception {
        try (ServiceProcess service = ServiceProcess.startAsLaunched(data, Map.of())) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            World.connect(ada, ada.primaryWorkspace(), "starters/blank", "large");
            String url = ada.gitUrl("ada/large");
            GitClient author = GitClient.clone(folder, ada, "ada/large");
            commits(author, COMMITS);
            author.git("push", "--quiet", "origin", "main");
            assertThat(author.git("rev-list", "--objects", "main").lines().count())
                    .isGreaterThan(OBJECTS);

            GitClient at = GitClient.at(folder);
            atOnce(CLONES_AT_ONCE, number -> at.git("clone", "--quiet", "--bare", url, "whole" + number));
            at.git("clone", "--quiet", "--depth", "1", url, "shallow");
            GitClient.at(folder.resolve("shallow")).git("fetch", "--quiet", "--unshallow");
            at.git("clone", "--quiet", "--filter=blob:none", url, "partial");

            branches(author);
            author.git("push", "--quiet", "origin", "refs/heads/many/*:refs/heads/many/*");
            at.git("clone", "--quiet", url, "branches");
            GitClient reader = GitClient.at(folder.resolve("branches"));
            assertThat(reader.git("branch", "-r").lines()).hasSizeGreaterThan(BRANCHES);

            commits(author, MORE_COMMITS);
            author.git("push", "--quiet", "origin", "main");
            reader.git("pull", "--quiet");
            assertThat(reader.git("rev-parse", "HEAD")).isEqualTo(author.git("rev-parse", "main"));
        }
    }

    /** Versions of one file beside the content, on top of the main branch. */
    private static void commits(GitClient clone, int count) throws IOException, InterruptedException {
        Path commands = clone.folder().resolve(".git/commands");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(commands))) {
            for (int i = 0; i < count; i++) {
                String from = i == 0 ? "from refs/heads/main^0\n" : "";
                String text = count + " " + i + "\n";
                out.write(("commit refs/heads/main\ncommitter ada <ada@example.com> " + (1_700_000_000 + i)
                                + " +0000\ndata 1\na\n" + from + "M 100644 inline notes.txt\ndata " + text.length()
                                + "\n" + text + "\n")
                        .getBytes(UTF_8));
            }
        }
        Process importing = new ProcessBuilder("git", "fast-import", "--quiet")
                .directory(clone.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectInput(commands.toFile())
                .start();
        assertThat(importing.waitFor()).isZero();
    }

    /** In one file: Git makes a file for each ref that it is told to make. */
    private static void branches(GitClient clone) throws IOException {
        List<String> refs = new ArrayList<>(List.of(
                clone.git("for-each-ref", "--format=%(objectname) %(refname)").split("\n")));
        String[] commits = clone.git("rev-list", "-" + BRANCHES, "main").split("\n");
        for (int i = 0; i < BRANCHES; i++) {
            refs.add(commits[i] + " refs/heads/many/" + i);
        }
        refs.sort(Comparator.comparing(ref -> ref.substring(ref.indexOf(' '))));
        Files.writeString(
                clone.folder().resolve(".git/packed-refs"),
                "# pack-refs with: sorted\n" + String.join("\n", refs) + "\n");
    }

    private interface Numbered {
        void run(int number);
    }

    private static void atOnce(int times, Numbered work) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(times)) {
            List<Callable<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int number = i;
                all.add(() -> {
                    work.run(number);
                    return true;
                });
            }
            for (Future<Boolean> one : threads.invokeAll(all)) {
                one.get();
            }
        }
    }
}
