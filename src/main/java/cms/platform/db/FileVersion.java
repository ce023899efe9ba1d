package cms.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects changes of a SQLite file by any process: the number of {@code PRAGMA data_version} changes as soon as another
 * connection, of this process or of another, has committed.
 */
final class FileVersion implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileVersion.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Connection connection;
    private final PreparedStatement statement;

    private FileVersion(Connection connection, PreparedStatement statement) {
        this.connection = connection;
        this.statement = statement;
    }

    /**
     * Opens a connection for it alone, which writes nothing: the number does not count commits of its own connection.
     */
    static FileVersion of(DatabaseLocation.File file) {
        try {
            Connection connection = Database.connect(file);
            return new FileVersion(connection, connection.prepareStatement("PRAGMA data_version"));
        } catch (SQLException refused) {
            throw new IllegalStateException("The database " + file.path() + " cannot be opened.", refused);
        }
    }

    /** The state of the file at some instant during this call. */
    long now() throws SQLException {
        lock.lock();
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            connection.close();
        } catch (SQLException failed) {
            LOG.debug("a connection that only read could not be closed", failed);
        } finally {
            lock.unlock();
        }
    }
}
