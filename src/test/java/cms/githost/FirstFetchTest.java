package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.jobs.ReadingMarks;
import cms.testing.EndedRuns;
import cms.testing.RemoteGit;
import cms.testing.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How a first fetch reads where content is: under a mark, and no more files than are taken. Shown to fail without the
 * mark, as that of a run that ended there stays, and where the files were counted to their end.
 */
class FirstFetchTest {
    private static final String WAITS = "CMS_GIT_HOST_FIRST_FETCH_SECONDS";
    private static final ReadingMarks.MarkedWork FETCH = ReadingMarks.MarkedWork.alone("fetch");
    private static final int ENTRIES = 10;
    private static final int LEVELS = 9;

    @TempDir
    private Path folder;

    /** Some hundred objects, as a host takes them from anybody. */
    @Test
    void treesThatNameOneAnotherAThousandMillionTimesAreRefusedAtOnce() throws IOException {
        try (ConnectedSite site = new ConnectedSite(folder)) {
            var project = site.new Project();
            grow(site.git.bare(project.repo.fullName));
            Reply refused = project.connect().is(422);
            assertThat(refused.json().get("code").asString()).isEqualTo("git_host.repository_too_large");
        }
    }

    private static void grow(Path bare) throws IOException {
        try (Repository repository = FileRepositoryBuilder.create(bare.toFile());
                ObjectInserter inserter = repository.newObjectInserter()) {
            ObjectId below = inserter.insert(Constants.OBJ_BLOB, new byte[] {1});
            FileMode mode = FileMode.REGULAR_FILE;
            for (int level = 0; level < LEVELS; level++) {
                TreeFormatter tree = new TreeFormatter();
                for (int entry = 0; entry < ENTRIES; entry++) {
                    tree.append("n" + entry, mode, below);
                }
                below = inserter.insert(tree);
                mode = FileMode.TREE;
            }
            RefUpdate main = repository.updateRef("refs/heads/main");
            CommitBuilder commit = new CommitBuilder();
            commit.setTreeId(below);
            commit.setParentId(main.getOldObjectId());
            commit.setAuthor(new PersonIdent("Eve", "eve@example.com"));
            commit.setCommitter(commit.getAuthor());
            commit.setMessage("grow");
            main.setNewObjectId(inserter.insert(commit));
            inserter.flush();
            assertThat(main.update()).isEqualTo(RefUpdate.Result.FAST_FORWARD);
        }
    }

    /** What a host has is served by that host alone: names and depth of its folders are not judged here. */
    @Test
    void noMirrorIsClonedFromHere() throws Exception {
        try (ConnectedSite site = new ConnectedSite(folder)) {
            var project = site.new Project().connected();
            String login =
                    Base64.getEncoder().encodeToString(("x:" + project.ada.token()).getBytes(StandardCharsets.UTF_8));
            String path = "/git/" + project.repo.fullName + ".git/info/refs?service=git-upload-pack";
            HttpRequest request = HttpRequest.newBuilder(site.app.url().resolve(path))
                    .header("Authorization", "Basic " + login)
                    .build();
            try (HttpClient git = HttpClient.newHttpClient()) {
                assertThat(git.send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void aFirstFetchThatGoesWellTakesTheMarkOfAnEndedRunAway() {
        try (ConnectedSite site = new ConnectedSite(folder)) {
            var project = site.new Project().connected();
            site.app.restart(() -> {
                EndedRuns.leaveOne(site.app, project.repo.fullName, FETCH);
                delete(site.app.data().resolve("mirrors"));
            });
            assertThat(project.snapshot()).contains("begin");
            eventually("no mark is left", () -> isEmpty(site.app.data().resolve("reading")));
        }
    }

    /** A kill in the middle of both leaves a mark of each, so that both take a turn; the set-up needs the fetch. */
    @Test
    void afterAKillASetUpAndTheFetchThatItNeedsDoNotWaitForEachOther() {
        try (ConnectedSite site = new ConnectedSite(folder)) {
            site.app.restart(Map.of(WAITS, "1"));
            var project = site.new Project();
            site.git.fault("git-upload-pack", RemoteGit.Fault.HANG, 100_000);
            assertThat(project.connect().is(200).json().get("status").asString())
                    .isEqualTo("setup");
            site.app.restart(Map.of(WAITS, "60"), () -> {
                EndedRuns.leaveOne(site.app, project.repo.fullName, FETCH, ReadingMarks.MarkedWork.alone("set up"));
                delete(site.app.data().resolve("mirrors"));
                site.git.noFault();
            });
            eventually(
                    "it is set up",
                    site.app,
                    () -> project.project().get("status").asString().equals("active"));
            eventually("no mark is left", () -> isEmpty(site.app.data().resolve("reading")));
        }
    }

    private static boolean isEmpty(Path marks) {
        try (Stream<Path> files = Files.list(marks)) {
            return files.findAny().isEmpty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void delete(Path mirrors) {
        try {
            Files.walkFileTree(mirrors, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failed)
                        throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
