package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.config.AddressRange;
import cms.platform.heap.HeapShare;
import cms.platform.limits.RateLimit;
import cms.testing.RawConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whoever sends all of a body that is refused before it is read still gets the answer, and the connection stays good.
 *
 * <p>Shown to fail when what is left of a body is not read: the server then resets the connection.
 */
class UnreadBodyTest {
    private static final int BODY_BYTES = 16 * 1024 * 1024; // more than the buffers between two sockets take
    private static final String GET = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String PUSH = "/servlet/push";
    private static final String CLIMBING = "/api/../health";
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.with(routes -> {
            routes.on(Surface.PUBLIC)
                    .get("/api/health", request -> Answer.json(Map.of("status", "ok")))
                    .taking(1_000)
                    .post("/api/small", request -> Answer.json(request.body().json()));
            routes.on(Surface.PUBLIC)
                    .limitedPerAddress(new RateLimit("unread-body", 1, Duration.ofMinutes(1)))
                    .post("/api/rare", request -> Answer.empty(204));
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aBodyThatIsTooLarge() {
        assertThat(afterSendingAll("/api/small", "Content-Length: " + BODY_BYTES))
                .isEqualTo(413);
    }

    @Test
    void aBodyThatIsTooLargeInOneChunk() {
        String size = Integer.toHexString(BODY_BYTES);
        assertThat(afterSendingAll("/api/small", "Transfer-Encoding: chunked\r\n\r\n" + size, "\r\n0\r\n\r\n"))
                .isEqualTo(413);
    }

    @Test
    void aBodyWhereThereIsNothing() {
        assertThat(afterSendingAll("/api/nothing", "Content-Length: " + BODY_BYTES))
                .isEqualTo(404);
    }

    @Test
    void aBodyForAnotherMethod() {
        assertThat(afterSendingAll("/api/health", "Content-Length: " + BODY_BYTES))
                .isEqualTo(405);
    }

    @Test
    void aBodyOfSomebodyWhoAsksTooOften() {
        server.post("/api/rare", "{}");
        assertThat(afterSendingAll("/api/rare", "Content-Length: " + BODY_BYTES))
                .isEqualTo(429);
    }

    /** As of a push beyond what one person may have at once. */
    @Test
    void aBodyThatAServletRefuses() {
        assertThat(afterSendingAll("/servlet/push", "Content-Length: " + BODY_BYTES))
                .isEqualTo(403);
    }

    /** Before, one address had all the places, and a connection was closed for want of one though its body has come. */
    @Test
    void thoseOfOneAddressWhoSendNothingCloseNobodysConnection() {
        long places = HeapShare.BODIES.bytes() / 4 / (40 * 1024);
        try (ServerUnderTest behindProxy = behindProxy();
                Silent silent = new Silent(new ArrayList<>())) {
            for (long number = 0; number < places; number++) {
                silent.all.add(refused(behindProxy, PUSH, 403, "198.51.100.7", ""));
            }
            try (RawConnection whole = refused(behindProxy, PUSH, 403, "198.51.100.7", "{}");
                    RawConnection other = refused(behindProxy, PUSH, 403, "203.0.113.9", "")) {
                assertThat(whole.send(GET).read().status()).isEqualTo(200);
                assertThat(other.send("{}" + GET).read().status()).isEqualTo(200);
            }
        }
    }

    /** Before, 256 places were for everybody together. */
    @Test
    void nobodysConnectionIsClosedWhereTheBodiesOfOneAddressAreRefusedBeforeAnyRoute() {
        try (ServerUnderTest behindProxy = behindProxy();
                Silent silent = new Silent(new ArrayList<>())) {
            for (int number = 0; number < 400; number++) {
                silent.all.add(refused(behindProxy, CLIMBING, 400, "198.51.100.7", ""));
            }
            try (RawConnection other = refused(behindProxy, CLIMBING, 400, "203.0.113.9", "")) {
                assertThat(other.send("{}" + GET).read().status()).isEqualTo(200);
            }
        }
    }

    private static ServerUnderTest behindProxy() {
        return ServerUnderTest.with(
                List.of(AddressRange.parse("127.0.0.1/32")),
                routes -> routes.on(Surface.PUBLIC).get("/api/health", request -> Answer.json(Map.of("status", "ok"))));
    }

    /** Connections of those who never send the rest; closed before the server, which would wait for it. */
    private record Silent(List<RawConnection> all) implements AutoCloseable {
        @Override
        public void close() {
            all.forEach(RawConnection::close);
        }
    }

    private static RawConnection refused(ServerUnderTest server, String path, int status, String address, String body) {
        RawConnection raw = server.raw()
                .send("POST " + path + " HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: " + address
                        + "\r\nContent-Length: 2\r\n\r\n" + body);
        assertThat(raw.read().status()).isEqualTo(status);
        return raw;
    }

    private static int afterSendingAll(String path, String framing) {
        return afterSendingAll(path, framing + "\r\n", "");
    }

    /** The status of a POST that is read only after everything was sent; the next request must be answered too. */
    private static int afterSendingAll(String path, String framing, String end) {
        try (RawConnection raw = server.raw()) {
            String head =
                    "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" + framing + "\r\n";
            raw.send(head).send(new byte[BODY_BYTES]).send(end + GET);
            int status = raw.read().status();
            assertThat(raw.read().status()).isEqualTo(200);
            return status;
        }
    }
}
