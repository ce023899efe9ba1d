package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.crypto.Seal;
import cms.platform.failure.Failure;
import cms.testing.Person;
import cms.testing.TestApp;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A secret is replaced in two starts: once with the old one beside the new, then without. */
@Tag("scenario")
class SecretRotationTest {
    private static final String OLD = "the first secret of at least 32 characters";
    private static final String NEW = "the second secret with more than 32 chars.";
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

    private static Optional<String> sealedKey(TestApp app) {
        try (Connection connection = app.rows();
                ResultSet row = connection.createStatement().executeQuery("SELECT sealed_key FROM ai_keys")) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
