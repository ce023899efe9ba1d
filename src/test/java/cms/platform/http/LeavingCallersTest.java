package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.content.pattern.Budget;
import cms.content.pattern.EcmaPattern;
import cms.format.Markdown;
import cms.platform.compute.Cancellation;
import cms.platform.json.Json;
import cms.testing.RawConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Callers close their sockets while what they asked for is computed: its thread is free for others. Shown to fail where the
 * network is not looked at, where the work is not told, and where one of the counts below does not ask.
 */
@Timeout(60)
final class LeavingCallersTest {
    private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    private final CountDownLatch begun = new CountDownLatch(THREADS);

    @Test
    void whatIsComputedForAClosedConnectionEndsAndOthersHaveTheirTurn() {
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get("/api/endless", request -> Answer.json(request.compute("much", this::endless)))
                .get("/api/short", request -> Answer.json(request.compute("little", () -> List.of(1)))))) {
            List<RawConnection> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                callers.add(server.raw().send("GET /api/endless HTTP/1.1\r\nHost: a\r\n\r\n"));
            }
            eventually("all threads compute", () -> begun.getCount() == 0);
            callers.forEach(RawConnection::close);
            assertThat(server.get("/api/short").body()).isEqualTo("[1]");
        }
    }

    @Test
    void aTextThatIsReadEndsForAClosedConnection() {
        endsForAClosedConnection(() -> Json.sent(("[" + "1,".repeat(100_000) + "1]").getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aSearchForAPatternEndsForAClosedConnection() {
        EcmaPattern.Valid slow = (EcmaPattern.Valid) EcmaPattern.parse("(x+)+\\1y");
        endsForAClosedConnection(() -> slow.pattern().search("x".repeat(5_000), new Budget(1_000_000)));
    }

    @Test
    void markdownEndsForAClosedConnection() {
        endsForAClosedConnection(() -> Markdown.html("a paragraph\n\n".repeat(100)));
    }

    /** @param work that counts what it does, and asks there */
    private static void endsForAClosedConnection(Supplier<Object> work) {
        CountDownLatch computing = new CountDownLatch(1);
        List<Object> results = new CopyOnWriteArrayList<>();
        CountDownLatch ended = new CountDownLatch(1);
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get(
                        "/api/work",
                        request -> Answer.json(request.compute("w", () -> {
                            computing.countDown();
                            untilCancelled();
                            try {
                                return results.add(work.get().getClass());
                            } finally {
                                ended.countDown();
                            }
                        }))))) {
            try (RawConnection caller = server.raw()) {
                caller.send("GET /api/work HTTP/1.1\r\nHost: a\r\n\r\n");
                eventually("it computes", () -> computing.getCount() == 0);
            }
            eventually("it has ended", () -> ended.getCount() == 0);
            assertThat(results).isEmpty();
        }
    }

    private static void untilCancelled() {
        try {
            while (true) {
                Cancellation.current().check();
                Thread.yield();
            }
        } catch (CancellationException nobodyWaits) {
            // What comes now has to find out by itself.
        }
    }

    /** Ends by a cancellation alone. */
    private List<Integer> endless() {
        begun.countDown();
        while (true) {
            Cancellation.current().check();
            Thread.yield();
        }
    }
}
