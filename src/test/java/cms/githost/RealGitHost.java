package cms.githost;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import cms.testing.GitClient;
import cms.testing.HostWorld.Repo;
import cms.testing.HostedProject;
import cms.testing.Person;
import cms.testing.RealGitServer;
import cms.testing.RemoteGit;
import cms.testing.Reply;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The client of a remote host against Git's own server behind nginx; {@code .ci/githost-git} runs it. Everything goes
 * through nginx as it would through somebody's: repositories to {@code git http-backend}, the rest to the stand-in.
 */
class RealGitHost {
    private static final int LARGE_BYTES = 24 << 20;

    @TempDir
    private Path folder;

    @TempDir
    private Path server;

    private StandInHost host;
    private RemoteGit bare;
    private RealGitServer nginx;
    private TestApp app;
    private Person ada;
    private String project;
    private Repo repo;

    @BeforeEach
    void connect() {
        host = StandInHost.in(folder);
        bare = RemoteGit.in(folder);
        nginx = RealGitServer.before(host, server);
        Map<String, String> settings = new HashMap<>(host.settings());
        settings.replaceAll(
                (name, value) -> value.replace(host.url(), nginx.url().toString()));
        app = TestApp.start(settings);
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
        HostedProject hosted = HostedProject.connect(host, bare, app.url());
        ada = hosted.ada();
        project = hosted.p();
        repo = host.world.known(HostedProject.REPOSITORY);
        assertThat(ada.http().get(project).is(200).json().get("status").asString())
                .isEqualTo("active");
        save("begin").is(200);
        nginx.requests();
        host.calls();
    }

    @AfterEach
    void stop() {
        app.close();
        nginx.close();
        bare.close();
        host.close();
    }

    /** Shown to fail when each push asks first what the host can do. */
    @Test
    void aSaveIsOneAtomicPushAndReadingAsksNothing() {
        save("one push").is(200);
        assertThat(nginx.requests()).containsExactly("POST git-receive-pack 200 \"-\" \"-\"");
        assertThat(tip("main")).isEqualTo(tip("cms"));
        assertThat(bare.read(HostedProject.REPOSITORY, "main", ".cms/content/site/home/en.json"))
                .contains("one push");
        ada.http().get(project + "/brain/sync").is(200);
        assertThat(nginx.requests()).isEmpty();
        assertThat(host.calls()).isEmpty();
    }

    @Test
    void aReviewedSavePushesItsBranchAlone() {
        ada.http().patch(project + "/config", Map.of("workflow", "review")).is(200);
        String cms = tip("cms");
        String main = tip("main");
        JsonNode saved = save("to be reviewed").is(200).json();
        String branch = saved.get("branch").asString();
        assertThat(tip(branch)).isEqualTo(saved.at("/commit/sha").asString());
        assertThat(List.of(tip("cms"), tip("main"))).containsExactly(cms, main);
        ada.http()
                .post(project + "/branches/" + branch.replace("/", "%2F") + "/merge", Map.of())
                .is(200);
        assertThat(tip(branch)).isEmpty();
        assertThat(bare.read(HostedProject.REPOSITORY, "main", ".cms/content/site/home/en.json"))
                .contains("to be reviewed");
    }

    @Test
    void whatOthersMovedMeanwhileIsFetchedAndMergedByField() {
        Path work = bare.clone(HostedProject.REPOSITORY);
        String path = ".cms/content/blog/authors/data.json";
        GitClient clone = GitClient.at(work);
        clone.write(
                path, clone.show("HEAD", path).replaceFirst("\\{", "{ \"theirs\": { \"name\": \"From outside\" },"));
        clone.commit("an author of theirs");
        clone.git("push", "--quiet", "origin", "HEAD:main");
        nginx.requests();
        ada.http()
                .post(project + "/content/authors", Map.of("data", Map.of("ours", Map.of("name", "From here"))))
                .is(200);
        assertThat(bare.read(HostedProject.REPOSITORY, "main", path)).contains("From outside", "From here");
        assertThat(tip("main")).isEqualTo(tip("cms"));
        assertThat(nginx.requests().stream().filter(line -> line.contains("git-receive-pack")))
                .as("a push that is refused, one that is not")
                .hasSizeLessThanOrEqualTo(2);
    }

    /** Shown to fail when a refusal teaches nothing about the branch. */
    @Test
    void aProtectedDefaultBranchIsReachedByAPullRequest() throws IOException {
        repo.isProtected = true;
        host.world.pulls.computeIfAbsent(repo.id, none -> new java.util.concurrent.CopyOnWriteArrayList<>());
        hook("[ -z \"$REMOTE_USER\" ] || [ \"$1\" != refs/heads/main ]"); // the host itself may merge
        JsonNode saved = save("by request").is(200).json();
        assertThat(saved.get("merged").asBoolean()).isTrue();
        assertThat(saved.get("pullRequestUrl").asString()).contains("/pull/");
        GitClient git = GitClient.at(bare.bare(HostedProject.REPOSITORY));
        Eventually.eventually(
                "the host has merged it",
                () -> git.git("log", "-1", "--format=%s", "main").equals("Merge pull request"));
        assertThat(git.git("log", "-1", "--format=%s", "cms")).startsWith("Merge cr/");
    }

    /** Shown to fail when the push is not asked to be atomic. */
    @Test
    void aRefusedBranchMovesNoOther() throws IOException {
        hook("[ \"$1\" != refs/heads/cms ]");
        String cms = tip("cms");
        String main = tip("main");
        Reply refused = save("refused");
        assertThat(refused.status()).as(refused.text()).isEqualTo(502);
        assertThat(List.of(tip("cms"), tip("main"))).containsExactly(cms, main);
        hook("true");
        save("taken").is(200);
        assertThat(tip("main")).isEqualTo(tip("cms"));
    }

    /** Shown to fail when nobody asks whether the host can. */
    @Test
    void aHostThatCannotPushAtomicallyIsNotWrittenTo() {
        GitClient.at(bare.bare(HostedProject.REPOSITORY)).git("config", "receive.advertiseatomic", "false");
        app.restart();
        String cms = tip("cms");
        Reply refused = save("half");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text()).contains("several branches in one step");
        assertThat(tip("cms")).isEqualTo(cms);
    }

    @Test
    void largePacksComeAndGo() {
        Path work = bare.clone(HostedProject.REPOSITORY);
        byte[] noise = new byte[LARGE_BYTES];
        new Random(7).nextBytes(noise);
        GitClient clone = GitClient.at(work);
        clone.write(".cms/notes/large.txt", java.util.HexFormat.of().formatHex(noise));
        clone.commit("a large file");
        clone.git("push", "--quiet", "origin", "HEAD:main");
        app.clock().advance(Duration.ofMinutes(2));
        Map<String, Object> authors = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            authors.put("a" + i, Map.of("name", "Author " + Long.toHexString(new Random(i).nextLong())));
        }
        ada.http().post(project + "/content/authors", Map.of("data", authors)).is(200);
        assertThat(bare.read(HostedProject.REPOSITORY, "main", ".cms/content/blog/authors/data.json")
                        .length())
                .isGreaterThan(150_000);
        assertThat(GitClient.at(bare.bare(HostedProject.REPOSITORY)).git("cat-file", "-s", "cms:.cms/notes/large.txt"))
                .isEqualTo(Integer.toString(2 * LARGE_BYTES));
    }

    /**
     * The server takes what other clients send: packs in chunks, and questions that are zipped. Git zips a question of
     * more than 1,024 bytes; forty branches that the asking clone does not have make it one, whatever Git tells of what
     * it has.
     */
    @Test
    void whatGitItselfSendsInChunksAndZippedArrivesHere() {
        String token = host.tokenFor(repo);
        String url = nginx.url().toString().replace("//", "//x-access-token:" + token + "@") + "/"
                + HostedProject.REPOSITORY + ".git";
        GitClient clone = GitClient.at(bare.clone(HostedProject.REPOSITORY));
        clone.git("remote", "set-url", "origin", url);
        clone.git("config", "http.postBuffer", "65536");
        for (int i = 0; i < 40; i++) {
            clone.write("notes/" + i + ".txt", "note " + i + "\n" + "x".repeat(200) + new Random(i).nextLong());
            clone.commit("note " + i);
        }
        byte[] noise = new byte[1 << 20];
        new Random(8).nextBytes(noise);
        clone.write("noise.txt", java.util.HexFormat.of().formatHex(noise));
        clone.commit("noise");
        nginx.requests();
        clone.git("push", "--quiet", "origin", "HEAD:main");
        GitClient other = GitClient.at(bare.clone(HostedProject.REPOSITORY));
        other.git("remote", "set-url", "origin", url);
        for (int i = 0; i < 40; i++) {
            clone.git("commit", "--quiet", "--allow-empty", "-m", "unknown to the other " + i);
            clone.git("branch", "unknown/" + i);
        }
        clone.git("push", "--quiet", "origin", "refs/heads/unknown/*:refs/heads/unknown/*");
        save("meanwhile").is(200);
        other.git("fetch", "--quiet", "origin");
        List<String> requests = nginx.requests();
        assertThat(requests).anyMatch(line -> line.startsWith("POST git-receive-pack 200") && line.contains("chunked"));
        assertThat(requests).anyMatch(line -> line.startsWith("POST git-upload-pack 200") && line.contains("gzip"));
        assertThat(bare.read(HostedProject.REPOSITORY, "cms", "notes/39.txt")).startsWith("note 39");
    }

    private void hook(String test) throws IOException {
        Path hook = bare.bare(HostedProject.REPOSITORY).resolve("hooks/update");
        Files.writeString(hook, "#!/bin/sh\n" + test + "\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
    }

    private String tip(String branch) {
        return bare.tip(HostedProject.REPOSITORY, branch);
    }

    private Reply save(String title) {
        return ada.http().attempt(project + "/content/home", Map.of("locale", "en", "data", Map.of("headline", title)));
    }
}
