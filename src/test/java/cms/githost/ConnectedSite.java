package cms.githost;

import static cms.testing.Eventually.eventually;

import cms.githost.webhook.HostWebhookSignature;
import cms.platform.config.Secret;
import cms.platform.json.Json;
import cms.testing.HostWorld.Installed;
import cms.testing.HostWorld.Repo;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.Reply;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A service with a remote host, and projects of ada on repositories there. */
final class ConnectedSite implements AutoCloseable {
    private static final AtomicInteger NAMES = new AtomicInteger();

    final StandInHost host;
    final RemoteGit git;
    final TestApp app;

    ConnectedSite(Path folder) {
        host = StandInHost.in(folder);
        git = RemoteGit.in(folder);
        git.takeOnly("inside");
        host.git = Optional.of(URI.create(git.url()));
        host.gitPassword = "inside";
        app = TestApp.start(host.settings());
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
    }

    /** One project in a workspace and an account of its own. */
    final class Project {
        final String account = "site" + NAMES.incrementAndGet();
        Person ada;
        final String workspace;
        Installed installed;
        Repo repo;
        String p;

        Project(String... moreFiles) {
            installed = host.world.install(account, "ada");
            List<String> files = new ArrayList<>(starter());
            files.addAll(List.of(moreFiles));
            repo = host.world.create(account + "/site", files.toArray(String[]::new));
            ada = host.signIn(app, "ada");
            workspace = ada.http()
                    .post("/api/workspaces", Map.of("name", account, "slug", account))
                    .is(200)
                    .json()
                    .get("id")
                    .asString();
            bind();
        }

        void bind() {
            ada.http()
                    .post(
                            "/api/git_host/installations/connect",
                            Map.of("workspaceId", workspace, "installationId", installed.id))
                    .is(200);
        }

        Reply connect() {
            Reply made = ada.http()
                    .attempt(
                            "/api/workspaces/" + workspace + "/projects",
                            Map.of("repoFullName", repo.fullName, "name", "Site"));
            if (made.status() == 200) {
                p = "/api/workspaces/" + workspace + "/projects/"
                        + made.json().get("id").asString();
            }
            return made;
        }

        Project connected() {
            connect().is(200);
            eventually("cms is on the host", () -> !tip("cms").isEmpty());
            save("begin").is(200);
            return this;
        }

        Reply save(String title) {
            return ada.http().attempt(p + "/content/home", Map.of("locale", "en", "data", Map.of("headline", title)));
        }

        String snapshot() {
            return ada.http().get(p + "/brain/sync").is(200).text();
        }

        JsonNode project() {
            return ada.http().get(p).is(200).json();
        }

        JsonNode health() {
            return ada.http().get(p + "/health").is(200).json();
        }

        String tip(String branch) {
            return git.tip(repo.fullName, branch);
        }

        void tellOfRepository(String action) {
            ObjectNode json = Json.object().put("action", action);
            json.putObject("repository").put("id", repo.id).put("full_name", repo.fullName);
            tell("repository", json);
        }
    }

    void tell(String event, ObjectNode webhook) {
        byte[] body = Json.bytes(webhook);
        new Http(app.url())
                .with(
                        "X-Hub-Signature-256",
                        new HostWebhookSignature(new Secret(StandInHost.WEBHOOK_SECRET)).sign(body))
                .with("X-GitHub-Event", event)
                .with("X-GitHub-Delivery", "n" + NAMES.incrementAndGet())
                .sendBytes("POST", "/api/webhooks/git_host", "application/json", body)
                .is(200);
    }

    @Override
    public void close() {
        host.noFaults();
        git.noFault();
        app.close();
        git.close();
        host.close();
    }

    private static List<String> starter() {
        List<String> files = new ArrayList<>();
        resource("files.txt").lines().filter(path -> path.startsWith(".cms/")).forEach(path -> {
            files.add(path);
            files.add(resource(path));
        });
        return files;
    }

    private static String resource(String path) {
        try (InputStream in = ConnectedSite.class.getResourceAsStream("/templates/starters/blog/" + path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
