package cms.githost.remote;

import cms.platform.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import tools.jackson.databind.JsonNode;

/** The client against a stand-in that somebody else wrote; {@code .ci/githost} starts it. */
@EnabledIfEnvironmentVariable(named = "GITHOST_EMULATED", matches = ".+")
class EmulatedHostTest extends ClientContract {
    private static JsonNode app;

    @BeforeAll
    static void read() throws IOException {
        app = Json.parse(Files.readAllBytes(Path.of(System.getenv("GITHOST_EMULATED"))));
    }

    @Override
    Place place() {
        String url = app.get("url").asString();
        return new Place(
                URI.create(url),
                URI.create(url),
                app.get("appId").asString(),
                app.get("key").asString(),
                app.get("installation").asLong(),
                new Owner("admin", "User", Optional.of("test_token_admin")));
    }

    @Override
    void commitOnCms(String fullName) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            String token = client.transport(fullName).orElseThrow().token().reveal();
            String at = app.get("url").asString() + "/repos/" + fullName;
            JsonNode ref = send(http, token, "GET", at + "/git/ref/heads/main", "");
            String tip = ref.at("/object/sha").asString();
            String tree = send(http, token, "GET", at + "/git/commits/" + tip, "")
                    .at("/tree/sha")
                    .asString();
            String commit = send(
                            http,
                            token,
                            "POST",
                            at + "/git/commits",
                            "{\"message\":\"content\",\"tree\":\"%s\",\"parents\":[\"%s\"]}".formatted(tree, tip))
                    .get("sha")
                    .asString();
            send(
                    http,
                    token,
                    "POST",
                    at + "/git/refs",
                    "{\"ref\":\"refs/heads/cms\",\"sha\":\"%s\"}".formatted(commit));
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static JsonNode send(HttpClient http, String token, String method, String url, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer " + token)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return Json.parse(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
