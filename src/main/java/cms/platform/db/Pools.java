package cms.platform.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Connection pools for the two databases. */
final class Pools {
    private static final int SQLITE_READERS = 4;
    private static final int POSTGRES_CONNECTIONS = 12;
    private static final long WAIT_FOR_CONNECTION_MILLIS = 5_000;
    private static final long VALIDATION_MILLIS = 2_000;
    private static final String CONNECT_SECONDS = "5";

    /** Time after which a hanging server is noticed; no statement of this service takes nearly as long. */
    private static final String ANSWER_SECONDS = "10";

    /**
     * Time for which an instance that hangs in the middle of a transaction keeps its rows locked; far more than any
     * pause between two statements.
     */
    private static final String LET_GO_OF_ROWS = "SET idle_in_transaction_session_timeout = '30s'";

    private static final String SQLITE_BUSY_MILLIS = "10000";

    private Pools() {}

    static HikariDataSource sqliteReaders(Path file) {
        HikariConfig config = sqlite(file, "DEFERRED");
        config.setMaximumPoolSize(SQLITE_READERS);
        config.setConnectionInitSql("PRAGMA query_only = ON");
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /** Two connections: one for the transaction whose turn it is, one for the job scheduler. */
    static HikariDataSource sqliteWriter(Path file) {
        HikariConfig config = sqlite(file, "IMMEDIATE");
        config.setMaximumPoolSize(2);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    static HikariDataSource postgres(String url) {
        HikariConfig config = server(url);
        config.setMaximumPoolSize(POSTGRES_CONNECTIONS);
        config.setConnectionTimeout(WAIT_FOR_CONNECTION_MILLIS);
        config.setValidationTimeout(VALIDATION_MILLIS);
        config.addDataSourceProperty("connectTimeout", CONNECT_SECONDS);
        config.addDataSourceProperty("socketTimeout", ANSWER_SECONDS);
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.setConnectionInitSql(LET_GO_OF_ROWS);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /**
     * A small pool for migrations, which waits for each answer as long as it takes; on PostgreSQL Flyway uses a second
     * connection while it migrates, and that one rests in a transaction meanwhile.
     */
    static HikariDataSource few(DatabaseLocation location) {
        HikariConfig config = switch (location) {
            case DatabaseLocation.File(Path path) -> sqlite(path, "DEFERRED");
            case DatabaseLocation.Server(String url) -> server(url);
        };
        config.setMaximumPoolSize(2);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    static Connection connect(String url) throws SQLException {
        HikariConfig config = server(url);
        return DriverManager.getConnection(config.getJdbcUrl(), config.getUsername(), config.getPassword());
    }

    private static HikariConfig server(String url) {
        URI uri = URI.create(url);
        HikariConfig config = new HikariConfig();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        config.setJdbcUrl("jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query);
        String userInfo = uri.getRawUserInfo();
        if (userInfo != null) {
            String[] parts = userInfo.split(":", 2);
            config.setUsername(decode(parts[0]));
            if (parts.length == 2) {
                config.setPassword(decode(parts[1]));
            }
        }
        return config;
    }

    private static HikariConfig sqlite(Path file, String transactionMode) {
        Properties pragmas = new Properties();
        pragmas.setProperty("journal_mode", "WAL");
        pragmas.setProperty("synchronous", "FULL");
        pragmas.setProperty("foreign_keys", "true");
        pragmas.setProperty("busy_timeout", SQLITE_BUSY_MILLIS);
        pragmas.setProperty("transaction_mode", transactionMode);
        // Nothing asks for them, and each INSERT would leave a statement open that reads them.
        pragmas.setProperty("jdbc.get_generated_keys", "false");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:sqlite:" + file);
        config.setDataSourceProperties(pragmas);
        return config;
    }

    private static String decode(String text) {
        return java.net.URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
