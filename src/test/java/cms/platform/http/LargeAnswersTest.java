package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.edge.LargeAnswer;
import cms.platform.scratch.Scratch;
import cms.platform.scratch.ScratchFile;
import cms.testing.RawConnection;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LargeAnswersTest {
    private static final List<ScratchFile> FILES = new CopyOnWriteArrayList<>();
    private static final List<WeakReference<byte[]>> MADE = new CopyOnWriteArrayList<>();
    private static final int MEMORY_BYTES = 4_000_000;
    private static final Optional<String> UNKNOWN = Optional.empty();
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get(
                        "/api/{kind}/file",
                        request -> Answer.file("text/plain", file(200_000).channel(), 0, 200_000))
                .get(
                        "/api/{kind}/range",
                        request -> Answer.file("text/plain", file(200_000).channel(), 100_000, 10)
                                .withStatus(206)
                                .withHeader("Content-Range", "bytes 100000-100009/200000"))
                .get(
                        "/api/{kind}/short",
                        request -> Answer.file("text/plain", file(100_000).channel(), 0, 200_000))
                .get("/api/{kind}/memory", request -> {
                    byte[] made = text(MEMORY_BYTES);
                    MADE.add(new WeakReference<>(made));
                    return Answer.bytes(200, "text/plain", made);
                })
                .get(
                        "/api/{kind}/view",
                        request -> Answer.view(
                                200,
                                "text/plain",
                                ByteBuffer.wrap(text(MEMORY_BYTES))
                                        .asReadOnlyBuffer()
                                        .position(1)))
                .get(
                        "/api/{kind}/rows",
                        request -> Answer.streamed("text/csv", out -> {
                            for (int row = 0; row < 20_000; row++) {
                                out.write((row + ",x\n").getBytes(StandardCharsets.UTF_8));
                            }
                        }))
                .get(
                        "/api/{kind}/broken",
                        request -> Answer.streamed("text/csv", out -> {
                            out.write("1,x\n".repeat(50_000).getBytes(StandardCharsets.UTF_8));
                            throw new IOException("expected by this test");
                        })));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static ScratchFile file(int length) {
        ScratchFile file = new Scratch(Path.of("target/scratch")).create();
        file.append(text(length), 0, length);
        FILES.add(file);
        return file;
    }

    private static byte[] text(int length) {
        return "x".repeat(length).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aFileIsSentAndClosed() {
        HttpResponse<String> answer = server.get("/api/a/file");
        assertThat(answer.headers().firstValue("Content-Length")).hasValue("200000");
        assertThat(answer.body()).hasSize(200_000);
        assertThat(server.send("HEAD", "/api/a/file", BodyPublishers.noBody()).body())
                .isEmpty();
        eventually(
                "every file is closed",
                () -> FILES.stream().noneMatch(file -> file.channel().isOpen()));
    }

    @Test
    void aRangeIsAPartOfIt() {
        HttpResponse<String> answer = server.get("/api/a/range");
        assertThat(answer.statusCode()).isEqualTo(206);
        assertThat(answer.body()).isEqualTo("x".repeat(10));
    }

    @Test
    void rowsAreSentAsTheyAreMade() {
        assertThat(server.get("/api/a/rows").body()).hasLineCount(20_000).endsWith("19999,x\n");
    }

    /** Shown to fail where the answer is ended in order: a client then takes a part of an export for the whole. */
    @Test
    void whatBreaksOffIsCutAndNotEnded() {
        for (String path : List.of("/api/a/broken", "/api/a/short")) {
            try (RawConnection raw = server.raw()) {
                raw.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
                String all = raw.text(1_000_000);
                assertThat(all).as(path).startsWith("HTTP/1.1 200").doesNotEndWith("\r\n0\r\n\r\n");
                assertThat(all.length()).isLessThan(500_000);
            }
        }
    }

    /**
     * Shown to fail where an answer stays in memory until it is sent: ten times 4 MB were, and 15 of 60 MB end a
     * service.
     */
    @Test
    void anAnswerWithoutRoomInMemoryWaitsInAFileForASlowClient() {
        List<RawConnection> slow = new ArrayList<>();
        for (int count = 0; count < 10; count++) {
            slow.add(server.raw().send("GET /api/a/memory HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
        }
        eventually("every answer is made", () -> MADE.size() == 10);
        eventually("none of them is in memory", () -> {
            System.gc();
            return MADE.stream().allMatch(made -> made.refersTo(null));
        });
        for (RawConnection raw : slow) {
            try (raw) {
                RawConnection.Reply reply = raw.read();
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.header("Content-Type")).isEqualTo("text/plain");
                assertThat(reply.body()).hasSize(MEMORY_BYTES).matches("x+");
            }
        }
        assertThat(server.get("/api/a/view").body()).isEqualTo("x".repeat(MEMORY_BYTES - 1));
    }

    /** Shown to fail without a share for each address: slow readers would hold every thread and buffer there is. */
    @Test
    void oneAddressHasAShareOfWhatIsSent() {
        var sending = new LargeAnswer.Sending();
        for (int count = 0; count < 64; count++) {
            assertThat(sending.begin("10.0.0.1", UNKNOWN)).isTrue();
        }
        assertThat(sending.begin("10.0.0.1", Optional.of("w"))).isFalse();
        assertThat(sending.begin("10.0.0.2", UNKNOWN)).isTrue();
        sending.end("10.0.0.1", UNKNOWN);
        assertThat(sending.begin("10.0.0.1", Optional.of("w"))).isTrue();
    }

    /** Shown to fail with shares of addresses alone, of which one caller has any number. */
    @Test
    void aWorkspaceHasAFourthOfThePlacesFromHoweverManyAddresses() {
        var sending = new LargeAnswer.Sending();
        assertThat(taken(sending, Optional.of("w"))).isEqualTo(256);
        assertThat(taken(sending, UNKNOWN)).isEqualTo(512);
        assertThat(sending.begin("10.0.0.1", Optional.of("another"))).isTrue();
    }

    private static long taken(LargeAnswer.Sending sending, Optional<String> owner) {
        return IntStream.range(0, 1_000)
                .filter(address -> sending.begin(owner + " at " + address, owner))
                .count();
    }
}
