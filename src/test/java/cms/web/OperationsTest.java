package cms.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which operations of the interface a person reaches in the studio: one counts as called where a source of the studio
 * sends something by its method to its whole path. What stands in braces in an address may be anything; the name of an
 * address is looked up in its file.
 */
class OperationsTest {
    private static final Path SOURCES = Path.of("src/main/web/src");
    private static final Path INTERFACE = Path.of("src/main/resources/openapi");
    private static final Path UNCALLED = Path.of("src/test/resources/studio/uncalled.txt");
    /** Every source but those of the folder {@code api}, which send what they are given. */
    private static final String CALLERS = "(?!.*/src/api/).*\\.tsx?";

    /** What an address that a file is given names: that of its project, unless the file says otherwise. */
    private static final String PROJECT = "/api/workspaces/*/projects/*";

    /** Of an address that another file knows: as it begins with no slash, it is none. */
    private static final String UNKNOWN = "?";

    private static final String WORKSPACE = "/api/workspaces/*";
    private static final String TEMPLATE = "`(?:[^`$]|\\$\\{[^}]*\\})*+`";

    private static final String TYPE = "(?:<(?:[^()<>]|<[^<>]*>)*+>)?";

    /**
     * A request of {@code api/call.ts} or {@code api/stream.ts}. A method of an object is none but for {@code once} and
     * {@code made} of {@code Intents}; the latter posts, and so does a function that is called as the former.
     */
    private static final Pattern CALL = Pattern.compile(
            "(?:(?:(?<![.\\w])|(?<=\\.)(?=made))(get|post|put|patch|remove|once|made)" + TYPE + "\\(\\s*"
                    + "|(?:(?<![.\\w])(?:send|stream)|\\.once" + TYPE + ")\\('([A-Z]+)',\\s*"
                    + "|new EventSource\\()(" + TEMPLATE + "|'[^']*'|[\\w.]+)");

    /** A constant, a member or a property of a part that is an address. */
    private static final Pattern NAMED = Pattern.compile("(\\w+)(?: = (?:\\w+ \\? )?|=\\{)(" + TEMPLATE + ")");

    private static final Pattern PART = Pattern.compile("\\$\\{([^}]*)\\}");
    private static final Pattern SECTION = Pattern.compile("\\w+:.*");
    private static final Pattern PATH = Pattern.compile(" {2}(/\\S*):\\s*");
    private static final Pattern METHOD = Pattern.compile(" {4}(get|post|put|patch|delete):\\s*");
    private static final Pattern ID = Pattern.compile(" {6}operationId: (\\w+)");

    @Test
    void everyOperationIsCalledByAScreenOrHasAReason() throws IOException {
        Set<Call> calls = calls();
        TreeSet<String> uncalled = new TreeSet<>();
        operations().forEach((id, operation) -> {
            if (calls.stream().noneMatch(call -> call.reaches(operation, false))) {
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

    @Test
    void noScreenCallsWhatIsNotThere() throws IOException {
        Map<String, Call> operations = operations();
        assertThat(calls())
                .hasSizeGreaterThan(80)
                .allSatisfy(call -> assertThat(operations.values())
                        .as(call.toString())
                        .anyMatch(operation -> call.reaches(operation, true)));
    }

    /** @param path of an operation with its parameters in braces, of a request with {@code *} for what is put in */
    private record Call(String method, String path) {
        /**
         * Whether the operation may be what is called; with {@code any}, also where the address leaves open what it
         * names.
         */
        boolean reaches(Call operation, boolean any) {
            String[] called = path.split("/");
            String[] offered = operation.path.split("/");
            return method.equals(operation.method)
                    && called.length == offered.length
                    && IntStream.range(0, called.length)
                            .allMatch(at -> called[at].equals(offered[at])
                                    || offered[at].startsWith("{")
                                    || (any && called[at].equals("*")));
        }
    }

    private static Set<Call> calls() throws IOException {
        Set<Call> calls = new LinkedHashSet<>();
        for (String source : texts(SOURCES, CALLERS)) {
            Map<String, String> names = new HashMap<>();
            NAMED.matcher(source).results().forEach(named -> {
                String address = address(named.group(2), names);
                if (address.startsWith("/api/")) {
                    names.put(named.group(1), address);
                }
            });
            CALL.matcher(source).results().forEach(call -> {
                String address = address(call.group(3), names);
                if (address.startsWith("/")) {
                    calls.add(new Call(method(call), address));
                }
            });
        }
        return calls;
    }

    private static String method(MatchResult call) {
        String named = call.group(1) != null ? call.group(1) : call.group(2);
        return named == null
                ? "get"
                : named.toLowerCase(Locale.ROOT)
                        .replace("remove", "delete")
                        .replace("once", "post")
                        .replace("made", "post");
    }

    /**
     * The path that a literal, a template or a name in a source stands for; one without a slash at its start is none.
     */
    private static String address(String written, Map<String, String> names) {
        if (!written.startsWith("`") && !written.startsWith("'")) {
            return named(written, names);
        }
        String text = written.substring(1, written.length() - 1);
        String whole = PART.matcher(text)
                .replaceAll(part -> part.start() == 0 ? Matcher.quoteReplacement(named(part.group(1), names)) : "*");
        return whole.split("\\?", 2)[0];
    }

    private static String named(String name, Map<String, String> names) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        if (name.equals("content.path")) {
            return PROJECT;
        }
        return name.contains("split('/projects/')")
                ? WORKSPACE
                : names.getOrDefault(last, last.equals("path") ? PROJECT : UNKNOWN);
    }

    private static Map<String, Call> operations() throws IOException {
        Map<String, Call> operations = new TreeMap<>();
        for (String text : texts(INTERFACE, ".*\\.yaml")) {
            String path = "";
            String method = "";
            for (String line : text.split("\n")) {
                Matcher at = PATH.matcher(line);
                Matcher by = METHOD.matcher(line);
                Matcher id = ID.matcher(line);
                if (SECTION.matcher(line).matches()) {
                    path = ""; // what the service sends by itself stands in another section
                } else if (at.matches()) {
                    path = at.group(1);
                } else if (by.matches()) {
                    method = by.group(1);
                } else if (id.matches() && !path.isEmpty()) {
                    operations.put(id.group(1), new Call(method, path));
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
