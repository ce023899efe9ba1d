package cms.testing;

import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import java.net.URI;
import java.nio.file.Files;
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
    private static final String TABLES =
            "with_tables_" + ProcessHandle.current().pid();

    private static final Map<Path, String> DATABASES = new ConcurrentHashMap<>();

    /** By the template that they are copies of. */
    private static final Map<String, BlockingQueue<String>> READY = new ConcurrentHashMap<>();

    private static final int READY_MAX = 2;

    private Rows() {}

    /** Whether several instances can share rows here. */
    public static boolean canBeShared() {
        return SERVER.isPresent();
    }

    /** The same file or database for the same path; a new one has empty tables. */
    public static DatabaseLocation at(Path file) {
        return SERVER.isEmpty()
                ? inFile(file)
                : new DatabaseLocation.Server(DATABASES.computeIfAbsent(file, path -> fresh().orElseThrow()));
    }

    /** A file, whichever database tests run on; a new one has empty tables. */
    public static DatabaseLocation.File inFile(Path file) {
        if (!Files.exists(file)) {
            Templates.tables(file);
        }
        return new DatabaseLocation.File(file);
    }

    /** The URL of a new database with empty tables; empty when tests run on files. */
    static Optional<String> fresh() {
        return SERVER.map(server -> {
            makeTables(server);
            return copyOf(TABLES);
        });
    }

    /**
     * Makes a template of a database to which nobody is connected.
     *
     * @param database its URL
     * @return the name of the template
     */
    static String template(String database) {
        String name = "with_blog_" + ProcessHandle.current().pid();
        copy(SERVER.orElseThrow(), URI.create(database).getPath().substring(1), name);
        return name;
    }

    /** The URL of a new copy of a template. Copies are made ahead: one takes as long as the start that waits for it. */
    static String copyOf(String template) {
        URI server = SERVER.orElseThrow();
        BlockingQueue<String> ready = READY.computeIfAbsent(template, name -> {
            BlockingQueue<String> copies = new ArrayBlockingQueue<>(READY_MAX);
            Thread.ofPlatform().daemon().name(template).start(() -> copyOnAndOn(server, template, copies));
            return copies;
        });
        try {
            return server.resolve("/" + ready.take()).toString();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
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
    private static synchronized void makeTables(URI server) {
        if (DATABASES.putIfAbsent(Path.of(TABLES), TABLES) == null) {
            run(server, "DROP DATABASE IF EXISTS " + TABLES); // of an earlier run on the same server
            run(server, "CREATE DATABASE " + TABLES);
            Database.open(new DatabaseLocation.Server(
                            server.resolve("/" + TABLES).toString()))
                    .close();
        }
    }

    private static void copyOnAndOn(URI server, String template, BlockingQueue<String> copies) {
        try {
            while (true) {
                String name = "t" + UUID.randomUUID().toString().replace("-", "");
                copy(server, template, name);
                copies.put(name);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copy(URI server, String from, String to) {
        run(server, "CREATE DATABASE " + to + " TEMPLATE " + from);
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
