package cms.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.StatementBuilder;
import org.jdbi.v3.core.statement.StatementBuilderFactory;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/**
 * Cache of prepared statements of SQLite for each connection: parsing a statement costs more than running it.
 * PostgreSQL's driver does the same by itself.
 *
 * <p>A statement is either cached or in use, never both, so the same text may be run while its rows are still being
 * read. Settings of a statement beside its values, such as a fetch size, stay with it in the cache, so every use of one
 * text must set them alike.
 */
final class StatementCache implements StatementBuilderFactory {
    /** Statements cached for each connection; a page of the product uses a few dozen. */
    static final int KEPT_MAX = 64;

    private final Map<SQLiteConnection, StatementPool> pools = new ConcurrentHashMap<>();
    private final AtomicInteger parsed = new AtomicInteger();

    @Override
    public StatementBuilder createStatementBuilder(Connection connection) {
        try {
            // The pool closes every statement that was made through its own connection.
            SQLiteConnection lasting = connection.unwrap(SQLiteConnection.class);
            StatementPool known = pools.get(lasting);
            return known != null ? known : added(lasting);
        } catch (SQLException closed) {
            return new DefaultStatementBuilder();
        }
    }

    /** Number of cached statements over all connections. */
    int count() {
        return pools.values().stream().mapToInt(pool -> pool.kept.size()).sum();
    }

    /** Number of texts parsed so far over all connections. */
    int parsed() {
        return parsed.get();
    }

    private StatementPool added(SQLiteConnection connection) {
        pools.keySet().removeIf(StatementCache::isClosed);
        StatementPool pool = new StatementPool(connection);
        pools.put(connection, pool);
        return pool;
    }

    /** Whether a connection is closed, which has closed its statements as well. */
    private static boolean isClosed(SQLiteConnection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException broken) {
            return true;
        }
    }

    /** The statements of one connection, which one thread has at a time. */
    private final class StatementPool extends DefaultStatementBuilder {
        private final SQLiteConnection connection;

        /** Cached statements by their text, the least recently returned one first. */
        private final Map<String, PreparedStatement> kept = new LinkedHashMap<>();

        /**
         * Texts of the statements in use: Jdbi returns a statement under the text before its parameters were numbered.
         */
        private final IdentityHashMap<PreparedStatement, String> lent = new IdentityHashMap<>();

        StatementPool(SQLiteConnection connection) {
            this.connection = connection;
        }

        @Override
        public PreparedStatement create(Connection pooled, String sql, StatementContext context) throws SQLException {
            if (context.isReturningGeneratedKeys() || context.isConcurrentUpdatable()) {
                return super.create(pooled, sql, context);
            }
            PreparedStatement known = kept.remove(sql);
            PreparedStatement statement = known != null ? known : parsed(sql);
            lent.put(statement, sql);
            return statement;
        }

        @Override
        public void close(Connection pooled, String named, java.sql.@Nullable Statement statement) throws SQLException {
            String sql = statement instanceof PreparedStatement ? lent.remove(statement) : null;
            if (sql != null && statement instanceof PreparedStatement prepared && isReady(prepared)) {
                keep(sql, prepared);
            } else {
                super.close(pooled, named, statement);
            }
        }

        private PreparedStatement parsed(String sql) throws SQLException {
            parsed.incrementAndGet();
            return connection.prepareStatement(sql);
        }

        /**
         * Clears the values, which may be large or secret; false for a statement that failed, which is not used again.
         */
        private boolean isReady(PreparedStatement statement) {
            try {
                statement.clearParameters();
                return true;
            } catch (SQLException failed) {
                return false;
            }
        }

        private void keep(String sql, PreparedStatement statement) throws SQLException {
            PreparedStatement replaced = kept.put(sql, statement);
            if (replaced != null) {
                replaced.close();
            }
            if (kept.size() > KEPT_MAX) {
                Iterator<PreparedStatement> oldest = kept.values().iterator();
                PreparedStatement leaving = oldest.next();
                oldest.remove();
                leaving.close();
            }
        }
    }
}
