package cms.webhooks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.jobs.ReadingMarks;
import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.EndedRuns;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Receiver;
import cms.testing.Receiver.Heard;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What receivers hear of a project with whose repository two runs of the service ended, and of the one beside it. */
@Tag("rows")
@Timeout(240)
class LeftAloneWebhooksTest {
    /** What waits for its next try comes with the clock. */
    private static final Duration STEP = Duration.ofSeconds(12);

    private static final String AUTHORS = ".cms/content/blog/authors/data.json";

    @TempDir
    private Path folder;

    /** Shown to fail where the look at a push leaves no mark: it would be read again at every start, and end it. */
    @Test
    void aPushThatIsOwedIsToldWithoutItsModelsAndOtherProjectsAreToldWhole() throws Exception {
        Authority authority = new Authority(folder, "company");
        try (Receiver receiver = new Receiver(authority.server("ip:127.0.0.1"));
                TestApp app = TestApp.start(Map.of(
                        "CMS_TRUSTED_CERTIFICATES",
                        authority.pem().toString(),
                        "CMS_ALLOW_PRIVATE_ADDRESSES",
                        receiver.address()))) {
            World world = World.blog(app);
            String other = "/api/workspaces/" + world.workspaceId() + "/projects/"
                    + World.connect(world.ada(), world.workspaceId(), "starters/blog", "other");
            Http ada = world.ada().http();
            hook(ada, world.p(), receiver.url("/own"));
            hook(ada, other, receiver.url("/other"));
            receiver.answersWith(503);
            String commits = push(world);
            eventually("the push is tried", app, () -> !receiver.heardAt("/own").isEmpty());
            String repository = world.repository();
            app.restart(() -> {
                EndedRuns.leave(app, ReadingMarks.MarkedWork.joint("look " + world.projectId()), repository);
                isNotLookedUp(app, commits);
            });
            int before = receiver.heardAt("/own").size();
            receiver.answersWith(200);

            save(ada, other, "e1e1e1e1e1e1");
            eventually(
                    "the other project is told of",
                    app,
                    () -> !receiver.heardAt("/other").isEmpty());
            assertThat(models(receiver.heardAt("/other").getFirst())).containsExactly("authors");
            eventually(
                    "the push is told",
                    app,
                    STEP,
                    () -> receiver.heardAt("/own").size() > before);
            assertThat(models(receiver.heardAt("/own").get(before))).isEmpty();
            assertThat(ada.get(world.p() + "/health").is(200).text()).contains("left_alone");

            save(ada, world.p(), "e2e2e2e2e2e2");
            eventually(
                    "the save that it is read again after",
                    app,
                    STEP,
                    () -> receiver.heardAt("/own").stream()
                            .skip(before)
                            .anyMatch(heard -> models(heard).contains("authors")));
        }
    }

    private static void hook(Http ada, String p, String url) {
        ada.post(p + "/webhooks", Map.of("name", "hook", "url", url, "events", List.of("content.saved")))
                .is(200);
    }

    /** As a kill leaves it in the middle of the look. */
    private static void isNotLookedUp(TestApp app, String commits) {
        try (Connection rows = app.rows();
                PreparedStatement update = rows.prepareStatement(
                        "UPDATE webhook_deliveries SET push = ?, body = REPLACE(body, '[\"authors\"]', '[]')")) {
            update.setString(1, commits);
            assertThat(update.executeUpdate()).isEqualTo(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Answers with the commit before it and its own. */
    private String push(World world) throws Exception {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        Path file = clone.folder().resolve(AUTHORS);
        Files.writeString(file, Files.readString(file).replaceFirst("\"name\": \"[^\"]*\"", "\"name\": \"Pushed\""));
        String sha = clone.commit("by hand");
        clone.git("push", "--quiet");
        return clone.git("rev-parse", "HEAD~1").strip() + " " + sha;
    }

    private static void save(Http ada, String p, String id) {
        ada.post(p + "/content/authors", Map.of("data", Map.of(id, Map.of("name", "Emil"))))
                .is(200);
    }

    private static List<String> models(Heard heard) {
        JsonNode data = Json.parse(heard.body()).get("data");
        return data.get("models").valueStream().map(JsonNode::asString).toList();
    }
}
