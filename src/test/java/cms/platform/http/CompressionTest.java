package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CompressionTest {
    private static final String LONG = "a word ".repeat(1_000);
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.with(routes -> {
            routes.on(Surface.SESSION)
                    .get(
                            "/api/long",
                            request -> Answer.json(Map.of("text", LONG)).withHeader("ETag", "\"one\""))
                    .get(
                            "/api/pieces",
                            request -> Answer.jsonPieces(List.of(
                                            Json.bytes(Map.of("text", LONG)), "\n".getBytes(StandardCharsets.UTF_8)))
                                    .withHeader("ETag", "\"two\""))
                    .get("/api/short", request -> Answer.json(Map.of("text", "short")))
                    .get(
                            "/api/secret",
                            request -> Answer.json(Map.of("text", LONG)).showingSecretOf("1"))
                    .get("/api/auth/long", request -> Answer.json(Map.of("text", LONG)));
            routes.on(Surface.SIGN_IN).get("/signing-in", request -> Answer.json(Map.of("text", LONG)));
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void longJsonIsCompressedForWhoeverTakesIt() throws Exception {
        for (String path : List.of("/api/long", "/api/pieces")) {
            HttpResponse<byte[]> answer = get(path, "br, gzip;q=0.5");
            assertThat(answer.headers().firstValue("Content-Encoding")).as(path).hasValue("gzip");
            assertThat(answer.headers().firstValue("Vary")).hasValue("Accept-Encoding");
            assertThat(answer.body().length).isLessThan(1_000);
            assertThat(Json.parse(new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes())
                            .get("text")
                            .asString())
                    .isEqualTo(LONG);
        }
        assertThat(get("/api/long", "gzip").headers().firstValue("ETag")).hasValue("\"one\"");
    }

    /** Shown to fail with one strong tag for both: a cache may then put parts of the one and the other together. */
    @Test
    void theCodedFormOfPiecesHasATagOfItsOwn() throws Exception {
        assertThat(get("/api/pieces", "gzip").headers().firstValue("ETag")).hasValue("\"two-gzip\"");
        assertThat(get("/api/pieces", "").headers().firstValue("ETag")).hasValue("\"two\"");
    }

    @Test
    void othersGetItAsItIs() throws Exception {
        for (String accepted : List.of("", "br", "gzip;q=0", "gzip; q=0.000", "identity")) {
            HttpResponse<byte[]> answer = get("/api/long", accepted);
            assertThat(answer.headers().firstValue("Content-Encoding"))
                    .as(accepted)
                    .isEmpty();
            assertThat(answer.headers().firstValue("Vary")).hasValue("Accept-Encoding");
            assertThat(Json.parse(answer.body()).get("text").asString()).isEqualTo(LONG);
        }
    }

    /** Shown to fail where every long answer is compressed: the length of a secret beside a guess tells of it. */
    @Test
    void whatIsShortOrSecretIsNot() throws Exception {
        for (String path : List.of("/api/short", "/api/secret", "/api/auth/long", "/signing-in")) {
            assertThat(get(path, "gzip").headers().firstValue("Content-Encoding"))
                    .as(path)
                    .isEmpty();
        }
    }

    /** Shown to fail without a level of its own: anybody could fill the log with malformed heads. */
    @Test
    void theServerLibrarySaysNothingOfMalformedRequests() throws IOException {
        assertThat(Files.readString(Path.of("src/main/resources/logback.xml")))
                .contains("<logger name=\"org.eclipse.jetty\" level=\"ERROR\"/>");
    }

    private static HttpResponse<byte[]> get(String path, String accepted) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.base + path));
            if (!accepted.isEmpty()) {
                request.header("Accept-Encoding", accepted);
            }
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        }
    }
}
