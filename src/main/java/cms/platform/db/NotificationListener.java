package cms.platform.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the instances on the same PostgreSQL (LISTEN, NOTIFY) the moment something has committed. A notification has
 * no content and may be lost: each listener polls in any case, and sooner when notified.
 */
public final class NotificationListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotificationListener.class);
    private static final String CHANNEL = "cms_doorbell";
    private static final int LISTEN_MILLIS = 10_000;
    private static final int ANSWER_SECONDS = 5;
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final Database database;
    private final Runnable onNotified;
    private final AtomicBoolean notifying = new AtomicBoolean();
    private volatile @Nullable Connection listening;
    private volatile boolean closed;

    /**
     * @param onNotified called for each notification, also one of this instance; several may be merged into one call
     */
    NotificationListener(Database database, Runnable onNotified) {
        this.database = database;
        this.onNotified = onNotified;
    }

    /** Starts listening, on a connection of its own, and again when that is lost. */
    public void listen() {
        Thread.ofVirtual().name("notifications").start(() -> {
            while (!closed) {
                try (Connection connection = database.connectAlone()) {
                    listening = connection;
                    listen(connection);
                } catch (SQLException lost) {
                    if (!closed) {
                        LOG.info("notifications of other instances do not arrive for a moment: {}", lost.getMessage());
                        LockSupport.parkNanos(AGAIN.toNanos());
                    }
                }
            }
        });
    }

    private void listen(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
        }
        onNotified.run(); // What was sent before this moment did not arrive.
        PGConnection server = connection.unwrap(PGConnection.class);
        while (!closed) {
            if (server.getNotifications(LISTEN_MILLIS).length > 0) {
                onNotified.run();
            } else if (!connection.isValid(ANSWER_SECONDS)) {
                throw new SQLException("The database does not answer any more.");
            }
        }
    }

    /**
     * Notifies in a transaction of its own after the caller's has committed, because transactions that notify commit
     * one after another, and the caller should not wait for that.
     */
    public void notifyOthers() {
        if (!closed && notifying.compareAndSet(false, true)) {
            Thread.ofVirtual().name("notify").start(() -> {
                notifying.set(false);
                try {
                    database.writing(tx -> {
                        tx.update("SET LOCAL synchronous_commit TO OFF").execute();
                        tx.update("NOTIFY " + CHANNEL).execute();
                    });
                } catch (RuntimeException notNow) {
                    LOG.debug("others find by themselves what has happened", notNow);
                }
            });
        }
    }

    @Override
    public void close() {
        closed = true;
        Connection connection = listening;
        if (connection != null) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException gone) {
                LOG.debug("the connection was closed already", gone);
            }
        }
    }
}
