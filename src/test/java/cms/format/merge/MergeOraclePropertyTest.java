package cms.format.merge;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Random trios of a collection file against a second, plainer statement of the rules over maps of maps. Shown to fail
 * when the merge takes theirs where both sides changed a value.
 */
class MergeOraclePropertyTest {
    private static final String PATH = ".cms/content/blog/posts/en.json";
    private static final ModelDefinition POSTS = ModelDefinition.parse("posts", (ObjectNode)
            Json.parse("{\"id\":\"posts\",\"kind\":\"collection\",\"domain\":\"blog\",\"i18n\":true}"));

    @Property(tries = 3_000, seed = "2026")
    void agreesWithTheOracle(
            @ForAll("files") Map<String, Map<String, Integer>> base,
            @ForAll("files") Map<String, Map<String, Integer>> ours,
            @ForAll("files") Map<String, Map<String, Integer>> theirs) {
        Oracle oracle = new Oracle();
        Map<String, Map<String, Integer>> expected = oracle.merge(base, ours, theirs);
        MergedFile merged = new StructuralMerge(ContentPaths.under(""), List.of(POSTS), List.of())
                .merge(PATH, Json.bytes(base), Json.bytes(ours), Json.bytes(theirs));

        if (merged instanceof MergedFile.Conflicted(List<Conflict> conflicts)) {
            assertThat(conflicts.stream()
                            .map(conflict -> conflict.place().entry() + "/"
                                    + conflict.place().field())
                            .collect(Collectors.toSet()))
                    .isEqualTo(oracle.conflicts);
        } else {
            assertThat(oracle.conflicts).isEmpty();
            assertThat(Json.parse(((MergedFile.Content) merged).bytes())).isEqualTo(Json.tree(expected));
        }
    }

    @Provide
    Arbitrary<Map<String, Map<String, Integer>>> files() {
        Arbitrary<Map<String, Integer>> entry = Arbitraries.maps(
                        Arbitraries.of("x", "y", "z"), Arbitraries.integers().between(1, 2))
                .ofMaxSize(3);
        return Arbitraries.maps(Arbitraries.of("a", "b", "c"), entry).ofMaxSize(3);
    }

    private static final class Oracle {
        private final Set<String> conflicts = new HashSet<>();

        Map<String, Map<String, Integer>> merge(
                Map<String, Map<String, Integer>> base,
                Map<String, Map<String, Integer>> ours,
                Map<String, Map<String, Integer>> theirs) {
            Map<String, Map<String, Integer>> merged = new TreeMap<>();
            for (String id : List.of("a", "b", "c")) {
                Map<String, Integer> entry = entry(id, base.get(id), ours.get(id), theirs.get(id));
                if (entry != null) {
                    merged.put(id, entry);
                }
            }
            return merged;
        }

        private @Nullable Map<String, Integer> entry(
                String id,
                @Nullable Map<String, Integer> base,
                @Nullable Map<String, Integer> ours,
                @Nullable Map<String, Integer> theirs) {
            if (ours == null || theirs == null) {
                Map<String, Integer> other = ours == null ? theirs : ours;
                if (base == null || other == null) {
                    return base == null ? other : null;
                }
                if (!base.equals(other)) {
                    conflicts.add(id + "/null");
                }
                return null;
            }
            Map<String, Integer> before = base == null ? Map.of() : base;
            Map<String, Integer> merged = new TreeMap<>();
            Set<String> fields = new TreeSet<>(ours.keySet());
            fields.addAll(theirs.keySet());
            fields.addAll(before.keySet());
            for (String field : fields) {
                Integer was = before.get(field);
                Integer one = ours.get(field);
                Integer other = theirs.get(field);
                Integer value = Objects.equals(was, one) ? other : one;
                if (!Objects.equals(was, one) && !Objects.equals(was, other) && !Objects.equals(one, other)) {
                    conflicts.add(id + "/" + field);
                } else if (value != null) {
                    merged.put(field, value);
                }
            }
            return merged;
        }
    }
}
