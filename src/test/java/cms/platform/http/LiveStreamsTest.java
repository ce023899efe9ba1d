package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.live.LiveEvent;
import cms.platform.live.LiveStream;
import cms.testing.RawConnection;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shown to fail with a stream that waits on the request's thread, and where a stop ends no streams. */
@Timeout(240)
class LiveStreamsTest {
    private static final String STREAM = "GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int STREAMS = 2_000;
    private static final int EMPTY_LINES_MAX = 100;
    /** How long a head that would be sent too early has for arriving. */
    private static final int HEAD_MILLIS = 500;

    private final BlockingQueue<LiveStream> opened = new LinkedBlockingQueue<>();

    @TempDir
    Path folder;

    private int dumps;

    @Test
    void thousandsOfIdleStreamsHoldNoThreadHearTheSameNewsAndEndAsTheyShouldAtAStop() throws Exception {
        List<RawConnection> clients = new ArrayList<>();
        List<LiveStream> streams = new ArrayList<>();
        try (ServerUnderTest server = server(STREAMS)) {
            for (int i = 0; i < STREAMS; i++) {
                clients.add(server.raw().send(STREAM));
                streams.add(next());
            }
            // Whoever opened the last one may be a moment behind.
            eventually("no thread is left", () -> requestThreads() < 20);
            LiveEvent news = LiveEvent.of("7", Map.of("type", "release"));
            streams.forEach(stream -> assertThat(stream.send(news)).isTrue());
            for (RawConnection client : clients) {
                assertThat(lineBeginning(client, "id:")).isEqualTo("id: 7");
                assertThat(client.line()).isEqualTo("data: {\"type\":\"release\"}");
            }
            server.server.close();
            for (RawConnection client : clients) {
                assertThat(lineBeginning(client, "0"))
                        .as("the end of a chunked body")
                        .isEqualTo("0");
            }
            assertThat(streams).noneMatch(LiveStream::isOpen);
        } finally {
            clients.forEach(RawConnection::close);
        }
    }

    /** Shown to fail with a head that is sent first: whoever acts on it is then not told of what it did. */
    @Test
    void aClientThatSeesTheHeadIsAmongThoseWhoAreTold() throws Exception {
        CountDownLatch head = new CountDownLatch(1);
        BlockingQueue<Boolean> headCameFirst = new LinkedBlockingQueue<>();
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                        .get(
                                "/api/stream",
                                request -> Answer.live("ada", 1, stream -> {
                                    headCameFirst.add(within(head, HEAD_MILLIS));
                                    stream.send(LiveEvent.of("1", Map.of("type", "first")));
                                    stream.send(LiveEvent.of("2", Map.of("type", "second")));
                                })));
                RawConnection client = server.raw()) {
            client.send(STREAM);
            assertThat(client.line()).startsWith("HTTP/1.1 200");
            head.countDown();
            assertThat(headCameFirst.poll(30, TimeUnit.SECONDS)).isFalse();
            assertThat(lineBeginning(client, "data:")).isEqualTo("data: {\"type\":\"first\"}");
            assertThat(lineBeginning(client, "data:")).isEqualTo("data: {\"type\":\"second\"}");
        }
    }

    /** Shown to fail where a place that was left is not given back. */
    @Test
    void aClientThatHasGoneIsNoticedByTheNextEvents() throws Exception {
        try (ServerUnderTest server = server(1)) {
            LiveStream stream;
            CountDownLatch gone = new CountDownLatch(1);
            try (RawConnection client = server.raw()) {
                client.send(STREAM);
                stream = next();
                stream.onClosed(gone::countDown);
                assertThat(client.line()).startsWith("HTTP/1.1 200");
            }
            while (gone.getCount() > 0) {
                stream.send(LiveEvent.of(Map.of()));
                Thread.onSpinWait();
            }
            assertThat(stream.isOpen()).isFalse();
            try (RawConnection another = server.raw()) {
                another.send(STREAM);
                assertThat(next().isOpen()).as("the place is free again").isTrue();
            }
        }
    }

    /** Shown to fail where what waits for a client has no end. */
    @Test
    void aSlowReaderIsCutOffAndNobodyWaitsForIt() throws Exception {
        try (ServerUnderTest server = server(2)) {
            try (RawConnection slow = server.raw();
                    RawConnection quick = server.raw()) {
                slow.send(STREAM);
                LiveStream toSlow = next();
                quick.send(STREAM);
                LiveStream toQuick = next();
                LiveEvent large = LiveEvent.of(Map.of("text", "x".repeat(10_000)));
                int sent = 0;
                while (toSlow.send(large)) {
                    sent++;
                    assertThat(sent).as("events that a client did not read").isLessThan(10_000);
                }
                assertThat(toSlow.isOpen()).isFalse();
                assertThat(toQuick.send(LiveEvent.of(Map.of("type", "release"))))
                        .isTrue();
                assertThat(lineBeginning(quick, "data:")).isEqualTo("data: {\"type\":\"release\"}");
            }
        }
    }

    /** Shown to fail where every caller has room. */
    @Test
    void oneStreamTooManyOfACallerIsRefused() throws Exception {
        try (ServerUnderTest server = server(1);
                RawConnection first = server.raw()) {
            first.send(STREAM);
            LiveStream stream = next();
            var refused = server.get("/api/stream");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            stream.close();
            assertThat(lineBeginning(first, "0")).isEqualTo("0");
            try (RawConnection again = server.raw()) {
                again.send(STREAM);
                assertThat(next().isOpen()).isTrue();
            }
        }
    }

    @Test
    void aConnectionIsUsedAgainAfterAStreamHasEnded() throws Exception {
        try (ServerUnderTest server = server(1);
                RawConnection client = server.raw()) {
            client.send(STREAM);
            LiveStream stream = next();
            stream.send(LiveEvent.of(Map.of("n", 1)));
            stream.close();
            assertThat(stream.send(LiveEvent.of(Map.of("n", 2)))).isFalse();
            assertThat(lineBeginning(client, "0")).isEqualTo("0");
            client.line();
            client.send(STREAM);
            assertThat(next().send(LiveEvent.of(Map.of("n", 3)))).isTrue();
            assertThat(lineBeginning(client, "data:")).isEqualTo("data: {\"n\":3}");
        }
    }

    private ServerUnderTest server(int streamsMax) {
        return ServerUnderTest.with(routes ->
                routes.on(Surface.PUBLIC).get("/api/stream", request -> Answer.live("ada", streamsMax, opened::add)));
    }

    private LiveStream next() throws InterruptedException {
        LiveStream stream = opened.poll(50, TimeUnit.SECONDS);
        assertThat(stream).isNotNull();
        return stream;
    }

    /** Virtual threads are in no count of threads, but in a dump of them. */
    private long requestThreads() {
        Path dump = folder.resolve("threads-" + ++dumps + ".txt");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            try (var lines = Files.lines(dump)) {
                return lines.filter(line -> line.contains("\"request\"")).count();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String lineBeginning(RawConnection client, String start) {
        String line = client.line();
        int empty = 0;
        while (!line.startsWith(start)) {
            empty = line.isEmpty() ? empty + 1 : 0;
            assertThat(empty).as("empty lines, as after the end").isLessThan(EMPTY_LINES_MAX);
            line = client.line();
        }
        return line;
    }

    private static boolean within(CountDownLatch latch, int millis) {
        try {
            return latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
