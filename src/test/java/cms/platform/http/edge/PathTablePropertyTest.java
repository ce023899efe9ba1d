package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.config.RouterConfig;
import io.javalin.router.matcher.PathParser;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The table against the router of the server, which tries one expression after the other. */
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
    private final RouterConfig config = new RouterConfig();

    PathTablePropertyTest() {
        config.ignoreTrailingSlashes = true;
        config.treatMultipleSlashesAsSingleSlash = false;
        PATTERNS.forEach(pattern -> table.add("GET", pattern, pattern));
    }

    /** Shown to fail with a slash at the end that counts. */
    @Property(tries = 5_000)
    void aPathIsForTheSameRouteWithTheSameParameters(@ForAll("paths") String path) {
        Optional<String> expected = PATTERNS.stream()
                .filter(pattern -> new PathParser(pattern, config).matches(path))
                .findFirst();
        Optional<PathTable.Found<String>> found = table.find("GET", path);
        assertThat(found.map(PathTable.Found::value)).as(path).isEqualTo(expected);
        expected.ifPresent(pattern -> {
            Map<String, String> parameters = new PathParser(pattern, config).extractPathParams(path);
            assertThat(found.orElseThrow().parameters()).as(path).isEqualTo(parameters);
        });
        assertThat(table.methods(path).isEmpty()).isEqualTo(expected.isEmpty());
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
        assertThat(table.methods("/api/x")).containsExactly("GET", "POST");
    }
}
