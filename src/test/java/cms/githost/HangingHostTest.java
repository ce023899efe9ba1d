package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host that takes a call of its REST interface and says nothing more, or breaks off in the middle of its answer:
 * every answer here comes, and says when another try is worth it. The pull request is shown to fail without the job
 * that proposes again.
 */
@Tag("slow-host")
@Timeout(300)
class HangingHostTest {
    private static final String TIMEOUT = "CMS_GIT_HOST_ANSWER_SECONDS";

    @TempDir
    private Path folder;

    private ConnectedSite site;

    @BeforeEach
    void start() {
        site = new ConnectedSite(folder);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    void aHostThatHangsAnswersTheWholeConnectionFlowWithATryAgain() throws Exception {
        flow(calls -> site.host.hang(calls, 100_000));
    }

    @Test
    void aHostThatBreaksOffAnswersTheWholeConnectionFlowWithATryAgain() throws Exception {
        flow(calls -> site.host.cut(calls, 100_000));
    }

    private void flow(Consumer<String> fault) throws Exception {
        var project = site.new Project();
        Http ada = project.ada.http();
        site.app.restart(Map.of(TIMEOUT, "1")); // What is waited for cannot come.
        String repos = "/api/git_host/repos?workspaceId=" + project.workspace;
        eventually(
                "there is a token of the installation",
                site.app,
                Duration.ofSeconds(30),
                () -> ada.get(repos).status() == 200);
        fault.accept(".*");
        String workspace = "workspaceId=" + project.workspace;
        Map<String, Object> template =
                Map.of("workspaceId", project.workspace, "templateRepo", "starters/blank", "name", "fresh");
        Map<String, Object> connection =
                Map.of("workspaceId", project.workspace, "installationId", project.installed.id);
        Map<String, Object> wanted = Map.of("repoFullName", project.repo.fullName, "name", "Site");
        Map<String, Future<Reply>> answers = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String path : new String[] {
                "installation?" + workspace,
                "repos?" + workspace,
                "scan?" + workspace + "&repo=" + project.repo.fullName,
                "installations/available?" + workspace,
                "setup?installation_id=" + project.installed.id + "&setup_action=install&state=" + project.workspace
            }) {
                answers.put(path, threads.submit(() -> ada.get("/api/git_host/" + path)));
            }
            answers.put(
                    "connect", threads.submit(() -> ada.attempt("/api/git_host/installations/connect", connection)));
            answers.put("template", threads.submit(() -> ada.attempt("/api/git_host/create-from-template", template)));
            answers.put(
                    "project",
                    threads.submit(() -> ada.attempt("/api/workspaces/" + project.workspace + "/projects", wanted)));
        }
        for (var answer : answers.entrySet()) {
            Reply reply = answer.getValue().get();
            assertThat(reply.status()).as(answer.getKey()).isEqualTo(503);
            assertThat(reply.header("Retry-After")).as(answer.getKey()).isNotBlank();
        }
        site.host.noFaults();
        site.app.restart(Map.of(TIMEOUT, "60"));
        site.app.clock().advance(Duration.ofMinutes(2));
        project.ada = site.host.signIn(site.app, "ada");
        project.connected();
    }

    /** What has landed stays landed: the pull request is opened when the host is back. */
    @Test
    void aPullRequestThatTheHostKeepsHangingIsOpenedLater() throws IOException {
        var project = site.new Project().connected();
        protect(project);
        site.host.hang(".*/pulls.*", 100_000);
        site.app.restart(Map.of(TIMEOUT, "1"));
        AtomicReference<Reply> answer = new AtomicReference<>();
        eventually("it is saved", site.app, Duration.ofMinutes(1), () -> {
            answer.set(project.save("landed")); // The token may not come in a second either on a slow machine.
            return answer.get().status() == 200;
        });
        Reply saved = answer.get();
        assertThat(saved.json().get("merged").asBoolean()).isTrue();
        assertThat(saved.json().get("pullRequestUrl").isNull()).isTrue();
        assertThat(project.snapshot()).contains("landed");
        assertThat(site.host.world.pulls).doesNotContainKey(project.repo.id);
        site.host.noFaults();
        site.app.restart(Map.of(TIMEOUT, "60"));
        eventually(
                "it is opened",
                site.app,
                Duration.ofMinutes(3),
                () -> site.host.world.pulls.containsKey(project.repo.id));
    }

    /** The host takes no push to the default branch from the app. */
    private void protect(ConnectedSite.Project project) throws IOException {
        project.repo.isProtected = true;
        project.repo.mergeStatus = 405;
        Path hook = site.git.bare(project.repo.fullName).resolve("hooks/update");
        Files.writeString(hook, "#!/bin/sh\n[ -z \"$REMOTE_USER\" ] || [ \"$1\" != refs/heads/main ]\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
    }
}
