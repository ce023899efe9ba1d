package cms.platform.http.edge;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes connections whose clients take too long to send a whole request head.
 *
 * <p>An idle timeout restarts with every byte, so a client that sends one now and then would keep its connection for
 * ever. This class checks all connections every few seconds, at no cost for a request. A connection whose answer is
 * being sent has no deadline: event streams, clones and large downloads take as long as they take. While many wait for
 * a head, these have an eighth of the time, so that nobody else is kept out for long.
 */
public final class HeaderDeadline implements Connection.Listener {
    private static final int CROWDED_PARTS = 8;
    private final long nanosMax;
    private final int many;
    private final LongSupplier nanoTime;
    private final Map<Connection, Waiting> connections = new ConcurrentHashMap<>();

    /** The time since which a connection has had no more than {@code answered} answers. */
    private record Waiting(long answered, long sinceNanos) {}

    /**
     * @param many connections that wait for a head, above which the time is shorter
     * @param nanoTime a clock that only goes forward, {@link System#nanoTime}
     */
    public HeaderDeadline(Duration headMax, int many, LongSupplier nanoTime) {
        this.nanosMax = headMax.toNanos();
        this.many = many;
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

    /** Checks every connection once and closes those that have waited too long. */
    public void check() {
        long now = nanoTime.getAsLong();
        long waiters = connections.keySet().stream()
                .filter(connection -> !isBusy(connection))
                .count();
        long waitMax = waiters > many ? nanosMax / CROWDED_PARTS : nanosMax;
        connections.forEach((connection, waiting) -> {
            long answered = connection.getMessagesOut();
            if (isBusy(connection) || answered != waiting.answered()) {
                connections.replace(connection, waiting, new Waiting(answered, now));
            } else if (now - waiting.sinceNanos() > waitMax) {
                connection.getEndPoint().close();
            }
        });
    }

    /**
     * Whether a request is being answered. The server counts an answer from its first byte on, so its end has to be
     * checked.
     */
    private static boolean isBusy(Connection connection) {
        return connection.getMessagesIn() > connection.getMessagesOut()
                || connection instanceof HttpConnection http
                        && !http.getGenerator().isIdle();
    }
}
