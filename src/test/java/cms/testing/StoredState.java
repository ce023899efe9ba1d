package cms.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Everything that an instance remembers: its rows and the refs of its repositories. Two equal states are equal. */
public record StoredState(Map<String, List<String>> rows, Map<String, String> refs) {
    /** Tables that change by themselves. */
    private static final Set<String> RESTLESS =
            Set.of("scheduled_tasks", "delivery_usage", "usage_months", "sqlite_sequence");

    /** A row that readiness writes anew at each look, whoever asks. */
    private static final String PROBE = "readiness-probe|";

    public static StoredState of(TestApp app) {
        return new StoredState(rows(app), refs(app.data().resolve("repositories")));
    }

    /** The same once everything that was announced has been told, which happens after the answers. */
    public static StoredState atRest(TestApp app) {
        Eventually.eventually(
                "everything is told", () -> rows(app).get("announcements").isEmpty());
        return of(app);
    }

    /** Fails with what differs, and with nothing else, unless the instance comes to rest in this very state. */
    public void assertUnchanged(TestApp app) {
        try {
            Eventually.eventually("nothing is stored", () -> of(app).equals(this));
        } catch (AssertionError changed) {
            assertThat(differences(of(app))).isEmpty();
        }
    }

    private List<String> differences(StoredState other) {
        List<String> found = new ArrayList<>();
        Set<String> tables = new TreeSet<>(rows.keySet());
        tables.addAll(other.rows.keySet());
        for (String table : tables) {
            List<String> mine = rows.getOrDefault(table, List.of());
            List<String> theirs = other.rows.getOrDefault(table, List.of());
            mine.stream().filter(row -> !theirs.contains(row)).forEach(row -> found.add(table + " lost " + row));
            theirs.stream().filter(row -> !mine.contains(row)).forEach(row -> found.add(table + " has " + row));
            if (found.isEmpty() && mine.size() != theirs.size()) {
                found.add(table + " has " + theirs.size() + " rows instead of " + mine.size());
            }
        }
        Set<String> names = new TreeSet<>(refs.keySet());
        names.addAll(other.refs.keySet());
        names.stream()
                .filter(name -> !Objects.equals(refs.get(name), other.refs.get(name)))
                .forEach(name -> found.add(name + " is " + other.refs.get(name) + " instead of " + refs.get(name)));
        return found;
    }

    private static Map<String, List<String>> rows(TestApp app) {
        Map<String, List<String>> rows = new TreeMap<>();
        try (Connection connection = app.rows();
                Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (ResultSet names = connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
                while (names.next()) {
                    tables.add(names.getString("TABLE_NAME"));
                }
            }
            for (String table : tables) {
                if (!RESTLESS.contains(table)) {
                    rows.put(table, rows(statement, table));
                }
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return rows;
    }

    private static List<String> rows(Statement statement, String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT * FROM " + table)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                StringBuilder text = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    Object value = row.getObject(column);
                    text.append(value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value)
                            .append('|');
                }
                if (!text.toString().startsWith(PROBE)) {
                    rows.add(text.toString());
                }
            }
        }
        return rows.stream().sorted().toList();
    }

    private static Map<String, String> refs(Path repositories) {
        Map<String, String> refs = new TreeMap<>();
        try {
            Files.walkFileTree(repositories, new Refs(repositories, refs));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return refs;
    }

    /** Files that are gone by the time they are looked at are passed over: locks, temporary packs, a probe's file. */
    private static final class Refs extends SimpleFileVisitor<Path> {
        private final Path repositories;
        private final Map<String, String> refs;

        Refs(Path repositories, Map<String, String> refs) {
            this.repositories = repositories;
            this.refs = refs;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            String name = repositories.relativize(file).toString();
            if (name.contains("/refs/") || name.endsWith("packed-refs") || name.endsWith("HEAD")) {
                try {
                    refs.put(name, Files.readString(file, StandardCharsets.UTF_8));
                } catch (NoSuchFileException gone) {
                    return FileVisitResult.CONTINUE;
                }
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (file.equals(repositories)) {
                throw failure; // or nothing of Git would be compared
            }
            return passOver(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            return failure == null ? FileVisitResult.CONTINUE : passOver(failure);
        }

        private static FileVisitResult passOver(IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
