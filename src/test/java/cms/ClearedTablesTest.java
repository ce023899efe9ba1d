package cms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Rows about a project, a workspace or a person can go: each table that names one is deleted from somewhere, or goes
 * with the row that it refers to. When it happens the tests of rooms say, and {@code MatrixTest} of all that its calls
 * leave.
 */
class ClearedTablesTest {
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (\\w+) \\(([^;]*)\\);");
    private static final Pattern ADDED =
            Pattern.compile("ALTER TABLE (\\w+) ADD COLUMN (?:project|workspace|user)_id ");
    private static final Pattern OWNER = Pattern.compile("\\b(?:project|workspace|user)_id ");

    /** A name at the built-in Git host is not given to anybody else; what a key has read by day is a count. */
    private static final Set<String> KEPT = Set.of("git_accounts", "delivery_usage");

    @Test
    void everyTableThatNamesAProjectAWorkspaceOrAPersonIsCleared() throws IOException {
        String scripts = scripts();
        Set<String> cascading = new TreeSet<>();
        Set<String> owned = ADDED.matcher(scripts)
                .results()
                .map(added -> added.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        TABLE.matcher(scripts).results().forEach(table -> {
            if (OWNER.matcher(table.group(2)).find()) {
                owned.add(table.group(1));
            }
            if (table.group(2).contains("ON DELETE CASCADE")) {
                cascading.add(table.group(1));
            }
        });
        String sources = SourceFiles.under(Path.of("src/main/java")).stream()
                .map(file -> String.join("\n", file.lines()))
                .collect(Collectors.joining("\n"));
        // Some stores delete from a list of tables, whose names are literals.
        assertThat(owned)
                .hasSizeGreaterThan(40)
                .filteredOn(table -> !cascading.contains(table)
                        && !sources.contains("\"" + table + "\"")
                        && !Pattern.compile("DELETE FROM " + table + "\\b")
                                .matcher(sources)
                                .find())
                .containsExactlyInAnyOrderElementsOf(KEPT);
    }

    private static String scripts() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/db"))) {
            List<Path> scripts = files.sorted().toList();
            StringBuilder all = new StringBuilder();
            for (Path script : scripts) {
                all.append(Files.readString(script));
            }
            return all.toString();
        }
    }
}
