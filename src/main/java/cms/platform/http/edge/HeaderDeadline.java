package cms.platform.http.edge;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes connections that wait for a whole request head for too long.
 *
 * <p>An idle timeout begins anew with every byte, so a client that sends one now and then would keep its connection
 * for ever. This looks from outside, every few seconds, and costs a request nothing. A connection whose answer has
 * begun and not ended waits for nothing: event streams, clones and large downloads last as long as they last.
 */
public final class HeaderDeadline implements Connection.Listener {
    private final long nanosMax;
    private final LongSupplier nanoTime;
    private final Map<Connection, Waiting> connections = new ConcurrentHashMap<>();

    /** Since when a connection has had no more than {@code answered} answers. */
    private record Waiting(long answered, long sinceNanos) {}

    /** @param nanoTime a clock that only goes forward, {@link System#nanoTime} */
    public HeaderDeadline(Duration headMax, LongSupplier nanoTime) {
        this.nanosMax = headMax.toNanos();
        this.nanoTime = nanoTime;
    }

    @Override
    public void onOpened(Connection connection) {
        connections.put(connection, new Waiting(0, nanoTime.getAsLong()));
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection);
    }

    /** Looks at every connection once and closes those that have waited too long. */
    public void check() {
        long now = nanoTime.getAsLong();
        connections.forEach((connection, waiting) -> {
            long answered = connection.getMessagesOut();
            boolean busy = connection.getMessagesIn() > answered || isAnswering(connection);
            if (busy || answered != waiting.answered()) {
                connections.replace(connection, waiting, new Waiting(answered, now));
            } else if (now - waiting.sinceNanos() > nanosMax) {
                connection.getEndPoint().close();
            }
        });
    }

    /** An answer counts as a message from its first byte on, so its end has to be asked for. */
    private static boolean isAnswering(Connection connection) {
        return connection instanceof HttpConnection http && !http.getGenerator().isIdle();
    }
}
