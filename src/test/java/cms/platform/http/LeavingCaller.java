package cms.platform.http;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.compute.Cancellation;
import cms.testing.RawConnection;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Somebody who closes the socket while what was asked for is computed. */
public final class LeavingCaller {
    private LeavingCaller() {}

    /**
     * The work begins on a thread of those that compute, once the caller is known to have gone, and does not come to
     * its end.
     *
     * @param counting the simple name of what has to ask whether anybody still waits; some work asks in several places
     */
    public static void endsWork(String counting, Supplier<?> work) {
        CountDownLatch computing = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicReference<Object> outcome = new AtomicReference<>("nothing");
        try (ServerUnderTest server = ServerUnderTest.with(routes -> routes.on(Surface.PUBLIC)
                .get(
                        "/api/work",
                        request -> Answer.json(request.compute("w", () -> {
                            computing.countDown();
                            untilCancelled();
                            try {
                                outcome.set(work.get().getClass());
                            } catch (Throwable thrown) {
                                outcome.set(thrown);
                            } finally {
                                ended.countDown();
                            }
                            return "";
                        }))))) {
            try (RawConnection caller = server.raw()) {
                caller.send("GET /api/work HTTP/1.1\r\nHost: a\r\n\r\n");
                eventually("it computes", () -> computing.getCount() == 0);
            }
            eventually("it has ended", () -> ended.getCount() == 0);
        }
        assertThat(outcome.get()).isInstanceOf(CancellationException.class);
        assertThat(asking((Throwable) outcome.get())).contains(counting);
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

    /** The class, without those inside of it, whose question was answered; work on several threads throws a copy. */
    private static Optional<String> asking(Throwable thrown) {
        return Stream.iterate(thrown, one -> one != null, Throwable::getCause)
                .map(Throwable::getStackTrace)
                .filter(trace -> trace.length > 0 && isCancellation(trace[0]))
                .flatMap(trace -> Stream.of(trace)
                        .dropWhile(LeavingCaller::isCancellation)
                        .limit(1))
                .map(asking -> asking.getClassName().replaceFirst("\\$.*", "").replaceFirst(".*\\.", ""))
                .findFirst();
    }

    /** It asks itself as well, before it lets others compute. */
    private static boolean isCancellation(StackTraceElement frame) {
        return frame.getClassName().equals(Cancellation.class.getName());
    }
}
