package cms.delivery.serve;

import static org.assertj.core.api.Assertions.assertThat;

import cms.apikeys.KeyScope;
import cms.apikeys.MintedKey;
import cms.testing.RawConnection;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads on the short way and past it: whoever asks cannot tell which one it was (decision 48). */
class PlainReadTest {
    private static final String SMALL = "{\"a\":1}";
    private static final String LARGE = "{\"text\":\"" + "published ".repeat(400_000) + "\"}";

    /** A line that the short way leaves to the server, and that means nothing to a read. */
    private static final String NOT_PLAIN = "TE: trailers\r\n";

    @TempDir
    Path folder;

    private ReadServer server;
    private MintedKey key;

    @BeforeEach
    void open() {
        server = new ReadServer(folder, 1_000);
        Map<String, String> files =
                Map.of("small.json", SMALL, "large.json", LARGE, "text.json", LARGE.substring(0, 20_000));
        server.show(new ServedProject("p1", true, true, false, ReadServer.release(files)));
        server.show(new ServedProject("off", false, true, false, ReadServer.release(files)));
        key = server.mint("p1", KeyScope.DELIVERY);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    200 | small.json   | -
                    200 | text.json    | Accept-Encoding: gzip
                    304 | small.json   | If-None-Match: *
                    200 | small.json   | If-None-Match: "other"
                    206 | text.json    | Range: bytes=2-9
                    416 | small.json   | Range: bytes=900-
                    200 | text.json    | X-Request-Id: bad id
                    404 | missing.json | -
                    400 | ''           | -
                    """)
    void bothWaysGiveTheSameAnswer(int status, String path, String line) {
        String asked = get("p1", path) + (line == null ? "" : line + "\r\n");
        try (RawConnection raw = new RawConnection(server.url().getPort())) {
            RawConnection.Reply plain = read(raw, asked + "\r\n", status);
            RawConnection.Reply other = read(raw, asked + NOT_PLAIN + "\r\n", status);
            assertThat(other.status()).isEqualTo(plain.status()).isEqualTo(status);
            assertThat(stable(other)).isEqualTo(stable(plain));
            assertThat(other.body()).isEqualTo(plain.body());
            assertThat(plain.header("Date")).endsWith("GMT");
            assertThat(plain.header("X-Request-Id")).matches("[a-z0-9-]{8,64}");
        }
    }

    @Test
    void bothWaysRefuseTheSame() {
        try (RawConnection raw = new RawConnection(server.url().getPort())) {
            for (String asked : List.of(
                    get("p1", "small.json").replaceFirst("Authorization.*\r\n", ""),
                    get("p1", "small.json").replaceFirst("cms_live_.*\r\n", "cms_live_" + "A".repeat(32) + "\r\n"),
                    get("off", "small.json"))) {
                RawConnection.Reply plain = raw.send(asked + "\r\n").read();
                RawConnection.Reply other = raw.send(asked + NOT_PLAIN + "\r\n").read();
                assertThat(plain.status()).isBetween(401, 403);
                assertThat(other.status()).isEqualTo(plain.status());
                assertThat(stable(other)).isEqualTo(stable(plain));
                assertThat(other.body()).isEqualTo(plain.body());
            }
        }
    }

    /** Shown to fail when bytes of the short way are not handed to the server, and when it does not ask for more. */
    @Test
    void requestsOfBothWaysFollowEachOtherOnOneConnection() {
        String plain = get("p1", "small.json") + "\r\n";
        String other = get("p1", "small.json") + NOT_PLAIN + "\r\n";
        try (RawConnection raw = new RawConnection(server.url().getPort())) {
            for (String asked : List.of(plain, other, plain, plain, other, other, plain)) {
                assertThat(raw.send(asked).read().body()).isEqualTo(SMALL);
            }
            assertThat(raw.send(plain.replaceFirst("GET", "HEAD")).readHead().header("Content-Length"))
                    .isEqualTo("" + SMALL.length());
            raw.send(plain + other + plain);
            for (int answer = 0; answer < 3; answer++) {
                assertThat(raw.read().body()).isEqualTo(SMALL);
            }
            for (int at = 1; at < plain.length(); at += 25) {
                raw.send(plain.substring(0, at)).send(plain.substring(at));
                assertThat(raw.read().body()).isEqualTo(SMALL);
            }
            raw.send("GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(raw.read().status()).isEqualTo(404);
            raw.send("POST /api/cdn/v1/p1/small.json HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(raw.read().status()).isEqualTo(405);
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }

    /** Shown to fail when what the network does not take at once is forgotten. */
    @Test
    void anAnswerThatTheNetworkTakesInPiecesComesWhole() {
        try (RawConnection raw = new RawConnection(server.url().getPort())) {
            for (int round = 0; round < 3; round++) {
                RawConnection.Reply reply =
                        raw.send(get("p1", "large.json") + "\r\n").read();
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.body()).isEqualTo(LARGE);
                assertThat(raw.send(get("p1", "small.json") + "\r\n").read().body())
                        .isEqualTo(SMALL);
            }
        }
    }

    /** Shown to fail when the next request is looked at while the answer before waits for the network. */
    @Test
    void whatIsAskedBeforeTheAnswerHasGoneIsAnsweredBehindIt() {
        String plain = get("p1", "small.json") + "\r\n";
        String other = get("p1", "small.json") + NOT_PLAIN + "\r\n";
        try (RawConnection raw = new RawConnection(server.url().getPort());
                RawConnection beside = new RawConnection(server.url().getPort())) {
            for (String next : List.of(plain, other, plain)) {
                RawConnection.Reply head =
                        raw.send(get("p1", "large.json") + "\r\n").readHead();
                assertThat(head.header("Content-Length")).isEqualTo("" + LARGE.length());
                raw.send(next);
                // By then the server has most likely heard of the bytes above as well.
                assertThat(beside.send(plain).read().body()).isEqualTo(SMALL);
                assertThat(raw.text(LARGE.length())).isEqualTo(LARGE);
                assertThat(raw.read().body()).isEqualTo(SMALL);
            }
        }
    }

    @Test
    void aReaderWhoHasSaidThatNothingFollowsIsAnswered() {
        try (RawConnection raw = new RawConnection(server.url().getPort())) {
            raw.send(get("p1", "small.json") + "\r\n").endOutput();
            assertThat(raw.read().body()).isEqualTo(SMALL);
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }

    private static RawConnection.Reply read(RawConnection raw, String asked, int status) {
        raw.send(asked);
        return status == 304 ? raw.readHead() : raw.read();
    }

    private String get(String project, String path) {
        return "GET /api/cdn/v1/" + project + "/" + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + key.plainText() + "\r\n";
    }

    /** The lines that say the same for every read of the same thing. */
    private static Map<String, String> stable(RawConnection.Reply reply) {
        Map<String, String> headers = new HashMap<>(reply.headers());
        List.of("date", "x-request-id", "server-timing", "x-ratelimit-remaining")
                .forEach(headers::remove);
        return headers;
    }
}
