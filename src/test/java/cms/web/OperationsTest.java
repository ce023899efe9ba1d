package cms.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which operations of the interface a person reaches in the studio. One counts as called where one source of the studio
 * has all words of its path and sends something by its method.
 */
class OperationsTest {
    private static final Path SOURCES = Path.of("src/main/web/src");
    private static final Path INTERFACE = Path.of("src/main/resources/openapi");
    private static final Path UNCALLED = Path.of("src/test/resources/studio/uncalled.txt");
    private static final List<String> EVERYWHERE = List.of("api", "workspaces", "projects");
    private static final Map<String, String> SENT_BY = Map.of(
            "get", "\\bget[<(]|'GET'|EventSource",
            "post", "\\bpost[<(]|'POST'",
            "put", "\\bput[<(]|'PUT'",
            "patch", "\\bpatch[<(]|'PATCH'",
            "delete", "\\bremove[<(]|'DELETE'");

    private static final Pattern PATH = Pattern.compile(" {2}(/\\S*):\\s*");
    /** One entry of a model, whose path differs from that of all of them in its parameters alone. */
    private static final Pattern PLACES = Pattern.compile("/content/\\{\\w+\\}/\\{\\w+\\}$");

    private static final Pattern METHOD = Pattern.compile(" {4}(get|post|put|patch|delete):\\s*");
    private static final Pattern ID = Pattern.compile(" {6}operationId: (\\w+)");

    @Test
    void everyOperationIsCalledByAScreenOrHasAReason() throws IOException {
        List<String> sources = texts(SOURCES, ".*\\.tsx?");
        TreeSet<String> uncalled = new TreeSet<>();
        operations().forEach((id, operation) -> {
            if (sources.stream().noneMatch(operation::isCalledIn)) {
                uncalled.add(id);
            }
        });
        TreeMap<String, String> reasons = Files.readAllLines(UNCALLED).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(": ", 2))
                .collect(Collectors.toMap(line -> line[0], line -> line[1], (one, other) -> one, TreeMap::new));
        assertThat(uncalled)
                .as("an operation that no screen calls needs its reason in %s; one that is called, none", UNCALLED)
                .isEqualTo(reasons.keySet());
        assertThat(reasons.values()).allSatisfy(reason -> assertThat(reason).isNotBlank());
    }

    private record Operation(String method, String path) {
        boolean isCalledIn(String source) {
            List<String> words = Arrays.stream(path.split("/"))
                    .filter(word -> !word.isEmpty() && !word.startsWith("{"))
                    .toList();
            List<String> own =
                    words.stream().filter(word -> !EVERYWHERE.contains(word)).toList();
            List<String> looked = own.isEmpty() ? words.subList(Math.max(0, words.size() - 1), words.size()) : own;
            Matcher places = PLACES.matcher(path);
            boolean goesAsFar = !places.find() || contains(source, "/content/\\$\\{[^}]+\\}/\\$\\{");
            return goesAsFar
                    && contains(source, SENT_BY.get(method))
                    && looked.stream().allMatch(word -> contains(source, "/" + Pattern.quote(word) + "(?![\\w-])"));
        }

        private static boolean contains(String source, String pattern) {
            return Pattern.compile(pattern).matcher(source).find();
        }
    }

    private static Map<String, Operation> operations() throws IOException {
        Map<String, Operation> operations = new TreeMap<>();
        for (String text : texts(INTERFACE, ".*\\.yaml")) {
            String path = "";
            String method = "";
            for (String line : text.split("\n")) {
                Matcher at = PATH.matcher(line);
                Matcher by = METHOD.matcher(line);
                Matcher named = ID.matcher(line);
                if (at.matches()) {
                    path = at.group(1);
                } else if (by.matches()) {
                    method = by.group(1);
                } else if (named.matches()) {
                    operations.put(named.group(1), new Operation(method, path));
                }
            }
        }
        return operations;
    }

    private static List<String> texts(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> found =
                    files.filter(file -> file.toString().matches(name)).toList();
            List<String> texts = new ArrayList<>();
            for (Path file : found) {
                texts.add(Files.readString(file));
            }
            return texts;
        }
    }
}
