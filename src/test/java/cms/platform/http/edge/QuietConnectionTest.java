package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.door.DoorReply;
import cms.platform.door.FrontDoor;
import cms.platform.door.PlainConnections;
import cms.platform.door.RequestHead;
import cms.testing.RawConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * When a connection counts as idle that is answered by a front door. The server's own clock goes on, and ours, which
 * says when somebody was last heard, stands still but for the test: so a slow machine makes nobody idle.
 */
@Timeout(60)
class QuietConnectionTest {
    private static final Duration IDLE_MAX = Duration.ofMillis(200);
    private static final String ASKED = "GET /door/a HTTP/1.1\r\nHost: a\r\n\r\n";

    private final AtomicLong nanos = new AtomicLong();
    private final Server server = new Server();
    private final PacedConnector connector = new PacedConnector(
            server, new PlainConnections(new HttpConfiguration(), List.of(new Door()), Optional.empty()), nanos::get);

    /** Says yes. */
    private static final class Door implements FrontDoor {
        @Override
        public String prefix() {
            return "/door/";
        }

        @Override
        public boolean answer(RequestHead head, DoorReply reply) {
            reply.begin(200);
            reply.end(ByteBuffer.wrap("yes".getBytes(StandardCharsets.US_ASCII)));
            return true;
        }
    }

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(IDLE_MAX.toMillis());
        server.addConnector(connector);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** Shown to fail where only the server's own reads count: it hears of none of these. */
    @Test
    void whoeverAsksADoorAgainAndAgainIsNotIdle() {
        try (RawConnection raw = new RawConnection(connector.getLocalPort())) {
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < IDLE_MAX.multipliedBy(5).toNanos()) {
                assertThat(raw.send(ASKED).read().body()).isEqualTo("yes");
            }
        }
    }

    /** Shown to fail where the time since the last question does not count. */
    @Test
    void whoeverAsksNothingMoreIsLetGo() {
        try (RawConnection raw = new RawConnection(connector.getLocalPort())) {
            assertThat(raw.send(ASKED).read().body()).isEqualTo("yes");
            nanos.addAndGet(IDLE_MAX.multipliedBy(2).toNanos());
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }
}
