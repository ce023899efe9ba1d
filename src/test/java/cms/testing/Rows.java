package cms.testing;

import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where a test keeps rows: a file, or a fresh database of the PostgreSQL server that {@code TEST_DATABASE_URL} names
 * ({@code postgresql://postgres@127.0.0.1:5432/postgres}), so that every test runs unchanged on both.
 */
public final class Rows {
    private static final Optional<URI> SERVER =
            Optional.ofNullable(System.getenv("TEST_DATABASE_URL")).map(URI::create);
    /** One for each process that runs tests. */
    private static final String TEMPLATE =
            "with_tables_" + ProcessHandle.current().pid();

    private static final Map<Path, String> DATABASES = new ConcurrentHashMap<>();

    /** Made ahead by a thread of its own: a copy takes as long as the start of the service that waits for it. */
    private static final BlockingQueue<String> READY = new ArrayBlockingQueue<>(2);

    private Rows() {}

    /** Whether several instances can share rows here. */
    public static boolean canBeShared() {
        return SERVER.isPresent();
    }

    /** The same file or database for the same path. */
    public static DatabaseLocation at(Path file) {
        return SERVER.isEmpty()
                ? new DatabaseLocation.File(file)
                : new DatabaseLocation.Server(DATABASES.computeIfAbsent(file, path -> fresh().orElseThrow()));
    }

    /** The URL of a new database with empty tables; empty when tests run on files. */
    static Optional<String> fresh() {
        return SERVER.map(server -> {
            beginCopying(server);
            try {
                return server.resolve("/" + READY.take()).toString();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
    }

    /** The URL of a new database without tables; empty when tests run on files. */
    public static Optional<String> empty() {
        return SERVER.map(server -> {
            String name = "e" + UUID.randomUUID().toString().replace("-", "");
            run(server, "CREATE DATABASE " + name);
            return server.resolve("/" + name).toString();
        });
    }

    static Connection connect(URI database) throws SQLException {
        String jdbc = "jdbc:postgresql://" + database.getHost() + ":" + database.getPort() + database.getPath();
        return DriverManager.getConnection(jdbc, database.getUserInfo(), "");
    }

    /** The tables are made once and copied, because a test has hundreds of beginnings. */
    private static synchronized void beginCopying(URI server) {
        if (DATABASES.putIfAbsent(Path.of(TEMPLATE), TEMPLATE) == null) {
            run(server, "DROP DATABASE IF EXISTS " + TEMPLATE); // of an earlier run on the same server
            run(server, "CREATE DATABASE " + TEMPLATE);
            Database.open(new DatabaseLocation.Server(
                            server.resolve("/" + TEMPLATE).toString()))
                    .close();
            Thread.ofPlatform().daemon().name("databases").start(() -> copyOnAndOn(server));
        }
    }

    private static void copyOnAndOn(URI server) {
        try {
            while (true) {
                String name = "t" + UUID.randomUUID().toString().replace("-", "");
                run(server, "CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE);
                READY.put(name);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(URI server, String statement) {
        try (Connection connection = connect(server);
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        } catch (SQLException failed) {
            throw new IllegalStateException(statement, failed);
        }
    }
}
