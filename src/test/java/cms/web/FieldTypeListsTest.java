package cms.web;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.FieldType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which field types the studio knows, and in which of its lists each stands. */
class FieldTypeListsTest {
    private static final Path SOURCES = Path.of("src/main/web/src");
    private static final Path TABLE = Path.of("src/test/resources/studio/fieldtypes.txt");

    private static final String TYPE = "'(?:" + String.join("|", FieldType.wireNames()) + ")'";

    /** Two types or more in brackets, and nothing else; one that has no name is told as {@code null}. */
    private static final Pattern LIST =
            Pattern.compile("(?:const (\\w+)(?:: [^=]+)? = )?\\[(" + TYPE + "(?:, " + TYPE + ")+)]");

    private static final Pattern WORD = Pattern.compile("'([a-z]+)'");
    private static final Pattern UNION = Pattern.compile("export type FieldType =([^;]+);");

    /** By this type the compiler asks for an editor of each. */
    @Test
    void theStudioKnowsTheTypesOfTheService() throws IOException {
        List<String> union = UNION.matcher(Files.readString(SOURCES.resolve("fields/registry.tsx")))
                .results()
                .flatMap(type -> words(type.group(1)))
                .toList();
        assertThat(union).containsExactlyInAnyOrderElementsOf(FieldType.wireNames());
    }

    @Test
    void everyTypeStandsInTheListsThatTheTableSays() throws IOException {
        Map<String, Set<String>> table = new TreeMap<>();
        for (String line : Files.readAllLines(TABLE)) {
            if (!line.isEmpty() && !line.startsWith("#")) {
                String[] row = line.split(":", 2);
                table.put(row[0], lists(row[1]));
            }
        }
        assertThat(table.keySet())
                .as("a new type needs a row in %s", TABLE)
                .containsExactlyInAnyOrderElementsOf(FieldType.wireNames());
        assertThat(standing()).as("the sources, and the rows of %s", TABLE).isEqualTo(table);
    }

    private static Set<String> lists(String row) {
        return Stream.of(row.split(" ")).filter(word -> !word.isEmpty()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The lists in which each type stands. */
    private static Map<String, Set<String>> standing() throws IOException {
        Map<String, Set<String>> standing = new TreeMap<>();
        FieldType.wireNames().forEach(type -> standing.put(type, new TreeSet<>()));
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(one -> one.toString().matches(".*\\.tsx?")).toList()) {
                String stem = file.getFileName().toString().replaceFirst("\\..*", "");
                LIST.matcher(Files.readString(file))
                        .results()
                        .forEach(list -> words(list.group(2))
                                .forEach(type -> standing.get(type).add(stem + "." + list.group(1))));
            }
        }
        return standing;
    }

    private static Stream<String> words(String list) {
        return WORD.matcher(list).results().map(word -> word.group(1));
    }
}
