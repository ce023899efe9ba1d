package cms.upkeep;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Rows on PostgreSQL: every table in the server's copy format, all from the snapshot of one transaction. */
record PostgresRows(InstanceStorage place) implements BackupRows {
    private static final String HISTORY = "flyway_schema_history";
    private static final String MADE_WITH = "migrations";
    private static final String TABLES = "tables";

    @Override
    public String kind() {
        return "postgresql";
    }

    @Override
    public void copyTo(Archive archive, ObjectNode facts, Path aside) throws IOException, SQLException {
        facts.put(KIND, kind());
        try (Connection connection = Database.connect(place.location())) {
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            migrations(connection).forEach(facts.putArray(MADE_WITH)::add);
            CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
            ObjectNode tables = facts.putObject(TABLES);
            for (Map.Entry<String, List<String>> table : tables(connection).entrySet()) {
                table.getValue().forEach(tables.putArray(table.getKey())::add);
                String command = "COPY " + columns(table.getKey(), table.getValue()) + " TO STDOUT";
                archive.add(InstanceStorage.ROWS + "/" + table.getKey(), out -> copyOut(copy, command, out));
            }
            connection.rollback();
        }
    }

    private static void copyOut(CopyManager copy, String command, OutputStream out) throws IOException {
        try {
            copy.copyOut(command, out);
        } catch (SQLException failed) {
            throw new IOException(failed.getMessage(), failed);
        }
    }

    @Override
    public void requireRoom(JsonNode manifest) throws SQLException {
        if (!kind().equals(manifest.path(KIND).asString(""))) {
            throw Failure.conflict("The rows of this backup come from the file of a data folder; restore it without"
                    + " CMS_DATABASE_URL.");
        }
        try (Connection connection = Database.connect(place.location())) {
            if (!tables(connection).isEmpty()) {
                throw Failure.conflict("The database of CMS_DATABASE_URL is not empty; name an empty one.");
            }
        }
    }

    @Override
    public void bringBack(JsonNode manifest, Path unpacked) throws IOException, SQLException {
        Database.open(place.location()).close();
        try (Connection connection = Database.connect(place.location())) {
            connection.setAutoCommit(false);
            requireSameTables(connection, manifest);
            CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
            for (String table : parentsFirst(connection, manifest.path(TABLES).propertyNames())) {
                List<String> columns = new ArrayList<>();
                manifest.path(TABLES).path(table).forEach(column -> columns.add(column.asString()));
                execute(connection, "DELETE FROM " + quoted(table));
                try (InputStream rows = Files.newInputStream(
                        unpacked.resolve(InstanceStorage.ROWS).resolve(table))) {
                    copy.copyIn("COPY " + columns(table, columns) + " FROM STDIN", rows);
                }
            }
            connection.commit();
        }
        Disk.deleteAll(unpacked.resolve(InstanceStorage.ROWS));
    }

    private static void requireSameTables(Connection connection, JsonNode manifest) throws SQLException {
        List<String> made = new ArrayList<>();
        manifest.path(MADE_WITH).forEach(version -> made.add(version.asString()));
        if (!migrations(connection).equals(made)) {
            throw Failure.conflict(
                    "This backup was made by another version of the service, whose tables differ; restore"
                            + " it with that version and update afterwards. The database now has empty tables.");
        }
    }

    private static List<String> migrations(Connection connection) throws SQLException {
        return texts(connection, "SELECT version FROM " + HISTORY + " WHERE version IS NOT NULL ORDER BY version");
    }

    /** All tables of the service with their columns. */
    private static SortedMap<String, List<String>> tables(Connection connection) throws SQLException {
        SortedMap<String, List<String>> tables = new TreeMap<>();
        for (String table : texts(connection, """
                SELECT table_name FROM information_schema.tables
                WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
                """)) {
            if (!table.equals(HISTORY)) {
                tables.put(table, texts(connection, """
                        SELECT column_name FROM information_schema.columns
                        WHERE table_schema = current_schema() AND table_name = '%s' ORDER BY ordinal_position
                        """.formatted(table.replace("'", "''"))));
            }
        }
        return tables;
    }

    private static SequencedSet<String> parentsFirst(Connection connection, Iterable<String> tables)
            throws SQLException {
        SequencedSet<String> ordered = new LinkedHashSet<>();
        for (String table : tables) {
            addAfterParents(connection, table, ordered, new LinkedHashSet<>());
        }
        return ordered;
    }

    private static void addAfterParents(
            Connection connection, String table, SequencedSet<String> ordered, SequencedSet<String> open)
            throws SQLException {
        if (ordered.contains(table) || !open.add(table)) {
            return;
        }
        try (ResultSet keys = connection.getMetaData().getImportedKeys(null, connection.getSchema(), table)) {
            while (keys.next()) {
                addAfterParents(connection, keys.getString("PKTABLE_NAME"), ordered, open);
            }
        }
        ordered.add(table);
    }

    private static List<String> texts(Connection connection, String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static void execute(Connection connection, String command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    private static String columns(String table, List<String> columns) {
        return quoted(table) + " ("
                + String.join(", ", columns.stream().map(PostgresRows::quoted).toList()) + ")";
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
