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
 * Wakes the instances on the same PostgreSQL the moment something has committed. It says nothing and promises nothing:
 * whoever has to know looks now and then in any case, and sooner when it rings.
 */
public final class NotificationListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotificationListener.class);
    private static final String CHANNEL = "cms_doorbell";
    private static final int LISTEN_MILLIS = 10_000;
    private static final int ANSWER_SECONDS = 5;
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final Database database;
    private final Runnable rung;
    private final AtomicBoolean ringing = new AtomicBoolean();
    private volatile @Nullable Connection listening;
    private volatile boolean closed;

    /** @param rung is called for each ring, also for one's own; several may become one */
    NotificationListener(Database database, Runnable rung) {
        this.database = database;
        this.rung = rung;
    }

    /** Listens from a moment later on, on a connection of its own, and again when that is lost. */
    public void listen() {
        Thread.ofVirtual().name("doorbell").start(() -> {
            while (!closed) {
                try (Connection connection = database.connectAlone()) {
                    listening = connection;
                    hear(connection);
                } catch (SQLException lost) {
                    if (!closed) {
                        LOG.info("rings of other instances are not heard for a moment: {}", lost.getMessage());
                        LockSupport.parkNanos(AGAIN.toNanos());
                    }
                }
            }
        });
    }

    private void hear(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
        }
        rung.run(); // What rang before this moment was not heard.
        PGConnection server = connection.unwrap(PGConnection.class);
        while (!closed) {
            if (server.getNotifications(LISTEN_MILLIS).length > 0) {
                rung.run();
            } else if (!connection.isValid(ANSWER_SECONDS)) {
                throw new SQLException("The database does not answer any more.");
            }
        }
    }

    /**
     * Rings beside the caller, whose transaction has committed: in one of its own, because those that ring commit one
     * after another. Nobody waits for a disk for that.
     */
    public void ring() {
        if (!closed && ringing.compareAndSet(false, true)) {
            Thread.ofVirtual().name("ring").start(() -> {
                ringing.set(false);
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
