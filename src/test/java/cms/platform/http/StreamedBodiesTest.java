package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.testing.RawConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StreamedBodiesTest {
    private static final long FILE_BYTES_MAX = 40L * 1024 * 1024;
    private static final String MARK = "----cms";

    private static final int WAITING_OF_A_WORKSPACE = 32;

    private static ServerUnderTest server;
    private static CountDownLatch mayEnd;

    @BeforeAll
    static void start() {
        mayEnd = new CountDownLatch(1);
        server = ServerUnderTest.with(routes -> {
            routes.on(Surface.PUBLIC)
                    .post("/api/small", request -> Answer.json(request.body().json()));
            routes.on(Surface.PUBLIC).post("/api/refused", request -> {
                throw Failure.unauthenticated("Sign in.");
            });
            routes.on(Surface.PUBLIC)
                    .taking(12 * FILE_BYTES_MAX)
                    .post("/api/count", request -> Answer.json(Map.of("bytes", length(request.stream(FILE_BYTES_MAX)))))
                    .post("/api/reader", StreamedBodiesTest::reader)
                    .post("/api/files", StreamedBodiesTest::files);
            // Of callers without a key one address has fewer places than a workspace may have waiting.
            routes.on(Surface.KEYED).taking(12 * FILE_BYTES_MAX).post("/api/held", StreamedBodiesTest::held);
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Answer files(Request request) {
        request.countForCaller("ada");
        Multipart form = request.multipart(FILE_BYTES_MAX, Multipart.TooLong.REFUSED);
        return Answer.json(Map.of(
                "text",
                form.text("alt").orElse(""),
                "sizes",
                form.files("file").stream().map(file -> file.content().length()).toList(),
                "same",
                form.files("file").stream()
                        .allMatch(file -> length(file.content().stream())
                                        == file.content().length()
                                && file.content().head(1)[0] == 'x'),
                "names",
                form.files("file").stream()
                        .map(file -> file.fileName().orElse(""))
                        .toList()));
    }

    /** Which thread reads the body as JSON. */
    private static Answer reader(Request request) {
        request.countForCaller("ada");
        return Answer.json(Map.of(
                "thread", request.json((bytes, budget) -> Thread.currentThread().getName())));
    }

    /** Shown to fail where each request reads its own: a few long texts then take every processor for a while. */
    @Test
    void aLongTextIsReadAsJsonOnTheThreadsThatCompute() {
        assertThat(server.post("/api/reader", "[]").body()).contains("request");
        assertThat(server.post("/api/reader", "[" + " ".repeat(300 * 1024) + "]")
                        .body())
                .contains("compute-");
    }

    /** What reads a key's body and has not ended before {@link #mayEnd}. */
    private static Answer held(Request request) {
        request.countForCaller(request.header("X-Key").orElseThrow());
        request.countForWorkspace("w");
        return Answer.json(Map.of("ended", request.json((bytes, budget) -> ended())));
    }

    private static boolean ended() {
        try {
            mayEnd.await();
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Shown to fail where each key has a line of its own, so that a hundred keys have a hundred turns. */
    @Test
    void allKeysOfAWorkspaceStandInOneLine() throws Exception {
        int read = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        String body = "[" + " ".repeat(256 * 1024) + "]";
        List<Future<Integer>> statuses = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < read + WAITING_OF_A_WORKSPACE + 1; i++) {
                String key = "key " + i;
                statuses.add(callers.submit(
                        () -> server.post("/api/held", body, "X-Key", key).statusCode()));
            }
            try {
                eventually("one is turned away", () -> statuses.stream().anyMatch(Future::isDone));
            } finally {
                mayEnd.countDown();
            }
        }
        assertThat(statuses.stream().map(Future::resultNow).sorted())
                .containsOnly(200, 503)
                .endsWith(200, 503);
    }

    /** Shown to fail where parts are kept in memory: ten such files are more than the heap of this test. */
    @Test
    void manyLargeFilesGoThroughDisk() {
        List<byte[]> parts = new ArrayList<>();
        parts.add(part("alt", null, "A picture".getBytes(StandardCharsets.UTF_8)));
        byte[] file = new byte[32 * 1024 * 1024];
        java.util.Arrays.fill(file, (byte) 'x');
        for (int i = 0; i < 10; i++) {
            parts.add(part("file", "photo" + i + ".jpg", new byte[0]));
            parts.add(file);
            parts.add("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        HttpResponse<String> answer = send("/api/files", parts);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var json = Json.parse(answer.body());
        assertThat(json.get("text").asString()).isEqualTo("A picture");
        assertThat(json.get("sizes"))
                .hasSize(10)
                .allSatisfy(size -> assertThat(size.asLong()).isEqualTo(file.length));
        assertThat(json.get("same").asBoolean()).isTrue();
        assertThat(json.get("names").get(9).asString()).isEqualTo("photo9.jpg");
    }

    @Test
    void aPartThatIsTooLongIsRefusedAndTheConnectionGoesOn() {
        byte[] file = new byte[(int) FILE_BYTES_MAX + 1];
        HttpResponse<String> answer = send(
                "/api/files",
                List.of(part("file", "large.bin", new byte[0]), file, "\r\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("larger than " + FILE_BYTES_MAX);
    }

    @Test
    void whatIsCutOrMalformedIsSaid() {
        for (String body : List.of("", "x", "--" + MARK, "--" + MARK + "\r\n\r\nx\r\n--" + MARK + "--\r\n")) {
            HttpResponse<String> answer = server.send(
                    "POST",
                    "/api/files",
                    BodyPublishers.ofString(body),
                    "Content-Type",
                    "multipart/form-data; boundary=" + MARK);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
        }
        assertThat(server.post("/api/files", "{}").statusCode()).isEqualTo(415);
    }

    @Test
    void aStreamedBodyIsCountedAndBounded() {
        byte[] body = new byte[20 * 1024 * 1024];
        assertThat(server.send("POST", "/api/count", BodyPublishers.ofByteArray(body))
                        .body())
                .isEqualTo("{\"bytes\":" + body.length + "}");
        byte[] tooMuch = new byte[(int) FILE_BYTES_MAX + 1];
        assertThat(server.send("POST", "/api/count", BodyPublishers.ofByteArray(tooMuch))
                        .statusCode())
                .isEqualTo(413);
    }

    /** Shown to fail where a coded body is parsed as it is. */
    @Test
    void aCodedBodyIsNotTaken() {
        assertThat(server.post("/api/small", "{}", "Content-Encoding", "gzip").statusCode())
                .isEqualTo(415);
        assertThat(server.post("/api/small", "{}", "Content-Encoding", "identity")
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.get("/api/small", "Content-Encoding", "gzip").statusCode())
                .isEqualTo(405);
    }

    @Test
    void publicRoutesTakeLittle() {
        String most = "{\"a\":\"" + "x".repeat(64 * 1024 - 8) + "\"}";
        assertThat(server.post("/api/small", most).statusCode()).isEqualTo(200);
        assertThat(server.post("/api/small", most + " ").statusCode()).isEqualTo(413);
    }

    /** Shown to fail where the body is read first: nothing of it ever comes. */
    @Test
    void whoIsRefusedIsRefusedBeforeTheBodyIsRead() {
        try (RawConnection raw = server.raw()) {
            raw.send("POST /api/refused HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 1000\r\n\r\n");
            assertThat(raw.read().status()).isEqualTo(401);
        }
    }

    /** What was refused before it was read does not cost the connection. */
    @Test
    void aRefusedBodyDoesNotEndTheConnection() {
        String refused = "POST /api/refused HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: 1000\r\n\r\n" + " ".repeat(1000);
        try (RawConnection raw = server.raw()) {
            for (int times = 0; times < 3; times++) {
                raw.send(refused);
                assertThat(raw.read().status()).isEqualTo(401);
            }
        }
    }

    private static HttpResponse<String> send(String path, List<byte[]> parts) {
        byte[] end = ("--" + MARK + "--\r\n").getBytes(StandardCharsets.UTF_8);
        return server.send(
                "POST",
                path,
                BodyPublishers.ofByteArrays(
                        Stream.concat(parts.stream(), Stream.of(end)).toList()),
                "Content-Type",
                "multipart/form-data; boundary=" + MARK);
    }

    /** The head of a part; with its content and end where there is content. */
    private static byte[] part(String name, String fileName, byte[] content) {
        String file = fileName == null ? "" : "; filename=\"" + fileName + "\"";
        byte[] head = ("--" + MARK + "\r\nContent-Disposition: form-data; name=\"" + name + "\"" + file + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] end = (content.length == 0 ? "" : "\r\n").getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(head.length + content.length + end.length)
                .put(head)
                .put(content)
                .put(end)
                .array();
    }

    private static long length(InputStream in) {
        try (in) {
            return in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
