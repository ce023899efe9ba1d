package cms.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Person;
import cms.testing.TestApp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AiKeyTest {
    private static final String SECRET = "sk-a-very-secret-model-key-wxyz";

    @Test
    void aKeyIsKeptSealedAndShownAsAHint() throws IOException {
        try (TestApp app = TestApp.start()) {
            Person ada = Person.signIn(app.url(), "ada@example.com");
            String keys = "/api/workspaces/" + ada.primaryWorkspace() + "/ai-keys";
            JsonNode made = ada.http()
                    .post(keys, Map.of("provider", "anthropic", "apiKey", SECRET))
                    .is(200)
                    .json();
            assertThat(made.propertyNames()).containsExactlyInAnyOrder("id", "provider", "key_hint", "created_at");
            assertThat(made.get("key_hint").asString()).isEqualTo("...wxyz");
            JsonNode replaced = ada.http()
                    .post(keys, Map.of("provider", "anthropic", "apiKey", "abcd"))
                    .json();
            assertThat(replaced.get("id")).isEqualTo(made.get("id"));
            assertThat(replaced.get("key_hint").asString()).isEqualTo("****");
            assertThat(ada.http().get(keys).is(200).json()).hasSize(1);
            try (Stream<Path> files = Files.list(app.data())) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                            .doesNotContain(SECRET);
                }
            }
            String one = keys + "/" + made.get("id").asString();
            Person bo = Person.signIn(app.url(), "bo@example.com");
            bo.http().delete(one).is(404);
            bo.http().get(keys).is(404);
            ada.http().delete(one).is(200);
            ada.http().delete(one).is(404);
        }
    }

    @Test
    void aKeyIsEachPersonsOwn() {
        try (TestApp app = TestApp.start()) {
            Person ada = Person.signIn(app.url(), "ada@example.com");
            String w = "/api/workspaces/" + ada.primaryWorkspace();
            ada.http().post(w + "/members", Map.of("email", "bo@example.com", "role", "admin"));
            String id = ada.http()
                    .post(w + "/ai-keys", Map.of("provider", "openai", "apiKey", SECRET))
                    .json()
                    .get("id")
                    .asString();
            Person bo = Person.signIn(app.url(), "bo@example.com");
            assertThat(bo.http().get(w + "/ai-keys").is(200).json()).isEmpty();
            bo.http().delete(w + "/ai-keys/" + id).is(404);
            for (Map<String, ?> body : List.<Map<String, ?>>of(
                    Map.of(),
                    Map.of("provider", "openai"),
                    Map.of("provider", "other", "apiKey", SECRET),
                    Map.of("provider", "openai", "apiKey", "two words"),
                    Map.of("provider", "openai", "apiKey", SECRET, "key_hint", "x"))) {
                assertThat(ada.http().post(w + "/ai-keys", body).status())
                        .as(body.toString())
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void withoutThePlanOrTheEditionThereIsNoKey() {
        Map<String, String> starter = Map.of("CMS_DEFAULT_PLAN", "starter");
        Map<String, String> community = Map.of("CMS_EDITION", "community");
        for (Map<String, String> settings : List.of(starter, community)) {
            try (TestApp app = TestApp.start(settings)) {
                Person ada = Person.signIn(app.url(), "ada@example.com");
                String keys = "/api/workspaces/" + ada.primaryWorkspace() + "/ai-keys";
                ada.http()
                        .post(keys, Map.of("provider", "openai", "apiKey", SECRET))
                        .is(403);
                ada.http().get(keys).is(settings.equals(community) ? 403 : 200);
            }
        }
    }
}
