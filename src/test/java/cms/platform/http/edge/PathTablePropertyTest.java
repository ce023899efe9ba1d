package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The table against one regular expression for each pattern, tried one after the other. */
class PathTablePropertyTest {
    private static final List<String> PATTERNS = List.of(
            "/",
            "/api/x",
            "/api/x/{a}",
            "/api/x/y",
            "/api/{a}/x",
            "/api/x/{a}/y/{b}",
            "/api/x/{a}/@{b}/<c>",
            "/api/x/{a}/~/{b}/<c>",
            "/api/x.y/{a}",
            "/cdn/{a}/<b>");

    private final PathTable<String> table = new PathTable<>();

    PathTablePropertyTest() {
        PATTERNS.forEach(pattern -> table.add("GET", pattern, pattern));
    }

    /** Shown to fail with a slash at the end that counts. */
    @Property(tries = 5_000, seed = "2026")
    void aPathIsForTheSameRouteWithTheSameParameters(@ForAll("paths") String path) {
        Optional<String> expected = PATTERNS.stream()
                .filter(pattern -> Expression.of(pattern).match(path).isPresent())
                .findFirst();
        Optional<PathTable.Found<String>> found = table.find("GET", path);
        assertThat(found.map(PathTable.Found::value)).as(path).isEqualTo(expected);
        expected.ifPresent(pattern -> {
            Map<String, String> parameters = Expression.of(pattern).match(path).orElseThrow();
            assertThat(found.orElseThrow().parameters()).as(path).isEqualTo(parameters);
        });
        assertThat(table.at(path).isEmpty()).isEqualTo(expected.isEmpty());
    }

    /**
     * A pattern as an expression: a parameter is a segment without slashes, the rest has any, one at the end is
     * nothing.
     */
    private record Expression(Pattern expression, List<String> names) {
        private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}|<(\\w+)>");

        static Expression of(String pattern) {
            Matcher parameters = PARAMETER.matcher(pattern);
            List<String> names = PARAMETER
                    .matcher(pattern)
                    .results()
                    .map(MatchResult::group)
                    .map(name -> name.substring(1, name.length() - 1))
                    .toList();
            StringBuilder expression = new StringBuilder();
            int from = 0;
            while (parameters.find()) {
                expression.append(Pattern.quote(pattern.substring(from, parameters.start())));
                expression.append(parameters.group(1) == null ? "(.+?)" : "([^/]+?)");
                from = parameters.end();
            }
            expression.append(Pattern.quote(pattern.substring(from)));
            return new Expression(Pattern.compile(expression + (pattern.equals("/") ? "" : "/?")), names);
        }

        Optional<Map<String, String>> match(String path) {
            Matcher match = expression.matcher(path);
            if (!match.matches()) {
                return Optional.empty();
            }
            Map<String, String> parameters = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                parameters.put(names.get(i), match.group(i + 1));
            }
            return Optional.of(parameters);
        }
    }

    /** Patterns with anything in place of their parameters, and sometimes with anything behind or in between. */
    @Provide
    Arbitrary<String> paths() {
        Arbitrary<String> pieces = Arbitraries.of(
                        "/", "/", "api", "x", "y", "x.y", "xzy", "@", "@a", "~", "cdn", "b", "é", ";s=1")
                .list()
                .ofMaxSize(4)
                .map(all -> String.join("", all));
        Arbitrary<String> end = Arbitraries.of("", "", "/", "//", "/x", "y");
        return Combinators.combine(Arbitraries.of(PATTERNS), pieces.list().ofSize(4), end, Arbitraries.integers())
                .as((pattern, some, ending, at) -> {
                    String path = pattern;
                    for (String one : some) {
                        path = path.replaceFirst("[{<][a-z][}>]", one);
                    }
                    int place = Math.floorMod(at, path.length());
                    String odd = at % 3 == 0 ? path.substring(0, place) + some.getLast() + path.substring(place) : path;
                    return (odd.startsWith("/") ? odd : "/" + odd) + ending;
                });
    }

    @Test
    void aMethodHasItsOwnPaths() {
        table.add("POST", "/api/x", "posted");
        assertThat(table.find("POST", "/api/x").map(PathTable.Found::value)).hasValue("posted");
        assertThat(table.find("POST", "/api/x/y")).isEmpty();
        assertThat(table.find("PUT", "/api/x")).isEmpty();
        assertThat(table.at("/api/x").keySet()).containsExactly("GET", "POST");
    }
}
