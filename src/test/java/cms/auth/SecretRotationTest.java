package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.crypto.Seal;
import cms.platform.failure.Failure;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A secret is replaced in two starts: once with the old one beside the new, then without. */
@Tag("scenario")
class SecretRotationTest {
    private static final String OLD = "the first secret of at least 32 characters";
    private static final String NEW = "the second secret with more than 32 chars.";
    private static final String NEWEST = "the third secret of more than 32 characters.";
    private static final String MODEL_KEY = "sk-a-very-secret-model-key-wxyz";

    @Test
    void sessionsAndSealedKeysOutliveTheSecret() {
        try (TestApp app = TestApp.start(Map.of("CMS_SECRET", OLD))) {
            Browser ada = new Browser(app);
            ada.signIn("git_host", "ada@example.com");
            String token = Person.signIn(app.url(), "ada@example.com").token();
            String workspace =
                    ada.get("/api/workspaces").json().get(0).get("id").asString();
            ada.post("/api/workspaces/" + workspace + "/ai-keys", Map.of("provider", "openai", "apiKey", MODEL_KEY));
            String login = ada.post("/api/auth/login", Map.of("provider", "git_host"))
                    .json()
                    .get("url")
                    .asString();

            app.restart(Map.of("CMS_SECRET", NEW, "CMS_SECRET_PREVIOUS", OLD));
            assertThat(ada.get("/api/auth/me").status()).isEqualTo(200);
            assertThat(new Browser(app)
                            .with("Authorization", "Bearer " + token)
                            .get("/api/auth/me")
                            .status())
                    .isEqualTo(200);
            Map<String, String> back = Browser.query(ada.follow(login + "&login_hint=ada@example.com"));
            assertThat(ada.post("/api/auth/verify", back).status()).isEqualTo(200);
            app.clock().advance(Duration.ofMinutes(56));
            assertThat(ada.get("/api/auth/me").setCookie()).startsWith("cms_session=");

            app.restart(Map.of("CMS_SECRET_PREVIOUS", ""));
            assertThat(ada.get("/api/auth/me").status()).isEqualTo(200);
            assertThat(sealedKey(app))
                    .hasValueSatisfying(closed -> assertThat(new Seal(NEW, Optional.empty()).open("model-key", closed))
                            .contains(MODEL_KEY));
            assertThatThrownBy(() -> app.restart(Map.of("CMS_SECRET", OLD)))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("CMS_SECRET");
            app.restart(Map.of("CMS_SECRET", NEW));
        }
    }

    @Test
    void aSecretThatNobodyKnowsAnyMoreOpensNoSession() {
        try (TestApp app = TestApp.start(Map.of("CMS_SECRET", OLD))) {
            Browser ada = new Browser(app);
            ada.signIn("git_host", "ada@example.com");
            app.restart(Map.of("CMS_SECRET", NEW, "CMS_SECRET_PREVIOUS", OLD));
            app.restart(Map.of("CMS_SECRET_PREVIOUS", ""));
            assertThat(ada.get("/api/auth/me").status()).isEqualTo(401);
            assertThat(ada.cookie("cms_session")).isEmpty();
        }
    }

    /** Shown to fail where the secrets of the settings alone prove commits: the change is then locked from bo. */
    @Test
    void whoWroteSomethingStaysItsAuthorWhenTheSecretIsReplaced() {
        try (TestApp app = TestApp.start(Map.of("CMS_SECRET", OLD))) {
            World world = World.blog(app);
            world.ada()
                    .http()
                    .patch(world.p() + "/config", Map.of("workflow", "review"))
                    .is(200);
            String branch =
                    save(world.bo(), world, Map.of()).json().get("branch").asString();

            replace(app, OLD, NEW);
            isStillOf(world, app, branch);
            replace(app, NEW, NEWEST);
            isStillOf(world, app, branch);
        }
    }

    private static void replace(TestApp app, String old, String by) {
        app.restart(Map.of("CMS_SECRET", by, "CMS_SECRET_PREVIOUS", old));
        app.restart(Map.of("CMS_SECRET_PREVIOUS", ""));
    }

    private static void isStillOf(World world, TestApp app, String branch) {
        Person bo = Person.signIn(app.url(), "bo@example.com", "web_identity");
        JsonNode change = bo.http()
                .get(world.p() + "/branches?details=true")
                .is(200)
                .json()
                .at("/branches/0");
        assertThat(change.path("name").asString()).isEqualTo(branch);
        assertThat(change.at("/author/id").asString()).isEqualTo(bo.id());
        assertThat(change.path("client").asString()).isEqualTo("app-ui");
        JsonNode landed = bo.http().get(world.p() + "/history").is(200).json().at("/history/0");
        assertThat(landed.at("/actor/id").asString()).isEqualTo(world.ada().id());
        save(bo, world, Map.of("branch", branch)).is(200);
    }

    private static Reply save(Person person, World world, Map<String, Object> more) {
        Map<String, Object> body = new HashMap<>(more);
        body.put("data", Map.of("one", Map.of("name", "One")));
        return person.http().post(world.p() + "/content/authors", body).is(200);
    }

    private static Optional<String> sealedKey(TestApp app) {
        try (Connection connection = app.rows();
                ResultSet row = connection.createStatement().executeQuery("SELECT sealed_key FROM ai_keys")) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
