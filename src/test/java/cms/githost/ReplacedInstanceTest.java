package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.GitClient;
import cms.testing.HostedProject;
import cms.testing.Http;
import cms.testing.Receiver;
import cms.testing.RemoteGit;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An instance that comes with a folder of mirrors in which nothing, or not the newest, is known: one that was replaced,
 * or was away. Shown to fail where what was told of a change counts for a day only.
 */
@Tag("rows")
@Timeout(240)
class ReplacedInstanceTest {
    private static final String BEFORE = "cr/outside/before";
    private static final String WHILE_IT_RAN = "cr/outside/while-it-ran";
    private static final String WHILE_NOBODY_RAN = "cr/outside/while-nobody-ran";

    @TempDir
    private Path folder;

    private Receiver receiver;
    private RemoteGit git;
    private StandInHost host;
    private TestApp app;
    private HostedProject site;
    private String deliveries;

    /** A project whose repository had an open change before, and a receiver of what becomes of them. */
    @BeforeEach
    void start() {
        Authority authority = new Authority(folder, "company");
        receiver = new Receiver(authority.server("ip:127.0.0.1"));
        git = RemoteGit.in(folder);
        host = HostedProject.reachable(folder, git);
        Map<String, String> settings = new HashMap<>(host.settings());
        settings.put("CMS_TRUSTED_CERTIFICATES", authority.pem().toString());
        settings.put("CMS_ALLOW_PRIVATE_ADDRESSES", receiver.address());
        app = TestApp.start(settings);
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
        site = HostedProject.connect(host, git, app.url(), workspaceId -> openAtHost(BEFORE));
        Http ada = site.ada().http();
        ada.patch(site.p() + "/config", Map.of("workflow", "review")).is(200);
        List<String> events = List.of("content.saved", "branch.merged", "branch.rejected");
        deliveries = site.p() + "/webhooks/"
                + ada.post(site.p() + "/webhooks", Map.of("name", "all", "url", receiver.url("/"), "events", events))
                        .is(200)
                        .json()
                        .get("id")
                        .asString()
                + "/deliveries";
    }

    @AfterEach
    void stop() {
        app.close();
        host.close();
        git.close();
        receiver.close();
    }

    /** Also shown to fail where the changes that were open as the project was connected are not noted. */
    @Test
    void anInstanceWithANewFolderTellsWhatNobodyHasTold() {
        String waits = save();
        app.restart(() -> openAtHost(WHILE_IT_RAN));
        isTold("content.saved " + WHILE_IT_RAN);
        app.restart(() -> {
            app.clock().advance(Duration.ofDays(3));
            openAtHost(WHILE_NOBODY_RAN);
            delete(mirrors());
        });
        isTold("content.saved " + WHILE_NOBODY_RAN);
        isAllThatWasTold(
                "content.saved " + waits, "content.saved " + WHILE_IT_RAN, "content.saved " + WHILE_NOBODY_RAN);
    }

    @Test
    void anInstanceThatWasAwayForDaysTellsNoEndThatAnotherHasTold() {
        String rejected = save();
        Path away = app.data().resolve("away");
        app.restart(() -> {
            copy(mirrors(), away);
            write(mirrors().resolve(".instance"), "another");
        });
        site.ada()
                .http()
                .post(site.p() + "/branches/" + rejected.replace("/", "%2F") + "/reject", Map.of())
                .is(200);
        isTold("branch.rejected " + rejected);
        app.restart(() -> {
            app.clock().advance(Duration.ofDays(3));
            openAtHost(WHILE_NOBODY_RAN);
            delete(mirrors());
            copy(away, mirrors());
        });
        isTold("content.saved " + WHILE_NOBODY_RAN);
        isAllThatWasTold(
                "content.saved " + rejected, "branch.rejected " + rejected, "content.saved " + WHILE_NOBODY_RAN);
    }

    private void openAtHost(String branch) {
        Path work = git.clone(HostedProject.REPOSITORY);
        RemoteGit.commit(work, "outside.md", branch + "\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:refs/heads/" + branch);
    }

    /** A change that waits, and was told. */
    private String save() {
        String branch = site.ada()
                .http()
                .post(site.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "Waits")))
                .is(200)
                .json()
                .get("branch")
                .asString();
        isTold("content.saved " + branch);
        return branch;
    }

    private void isTold(String event) {
        eventually(event, app, () -> told().contains(event));
    }

    /** What one fetch brought is queued together: what was not told with it is not told at all. */
    private void isAllThatWasTold(String... events) {
        Http ada = host.signIn(app, "ada").http();
        int queued = ada.get(deliveries).is(200).json().get("total").asInt();
        eventually("all are delivered", app, () -> told().size() >= queued);
        assertThat(told()).containsExactlyInAnyOrder(events);
    }

    /** One of each delivery: those that a stop cuts off right after the receiver has them come again. */
    private List<String> told() {
        Set<String> ids = new HashSet<>();
        return receiver.heard().stream()
                .filter(heard -> ids.add(heard.header("webhook-id")))
                .map(heard -> Json.parse(heard.body()))
                .map(body -> body.get("event").asString() + " "
                        + body.at("/data/branch").asString())
                .toList();
    }

    private Path mirrors() {
        return app.data().resolve("mirrors");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList().reversed()) {
                Files.delete(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
