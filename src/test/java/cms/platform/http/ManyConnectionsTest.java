package cms.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import cms.platform.http.edge.OpenFiles;
import cms.testing.RawConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** A process may open so many files: what connections took of them, repositories and rows could not have. */
@Timeout(60)
class ManyConnectionsTest {
    private static final int CONNECTIONS_MAX = 20;
    private static final String ASKED = "GET /api/asked HTTP/1.1\r\nHost: a\r\n\r\n";

    /** How long a request that would be let in too early has for that. */
    private static final int EARLY_MILLIS = 500;

    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

    /** There was no limit before, and no line. */
    @Test
    void noMoreConnectionsThanThereIsRoomForAndTheNextComesInWhenOneHasEnded() throws Exception {
        List<RawConnection> held = new ArrayList<>();
        Logger logger = (Logger) LoggerFactory.getLogger(OpenFiles.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try (ServerUnderTest server = server()) {
            for (int number = 0; number < CONNECTIONS_MAX; number++) {
                held.add(server.raw().send(ASKED));
                assertThat(held.getLast().read().status()).isEqualTo(200);
            }
            asked.clear();
            try (RawConnection next = server.raw().send(ASKED)) {
                assertThat(asked.poll(EARLY_MILLIS, TimeUnit.MILLISECONDS)).isNull();
                held.removeFirst().close();
                assertThat(next.read().status()).isEqualTo(200);
            }
            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly(
                            CONNECTIONS_MAX + " connections are open, and no more may be: others wait until one ends");
        } finally {
            logger.detachAppender(log);
            held.forEach(RawConnection::close);
        }
    }

    private ServerUnderTest server() {
        return ServerUnderTest.with(
                CONNECTIONS_MAX,
                routes -> routes.on(Surface.PUBLIC).get("/api/asked", request -> {
                    asked.add(request.path());
                    return Answer.json(Map.of());
                }));
    }
}
