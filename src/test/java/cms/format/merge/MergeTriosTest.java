package cms.format.merge;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import cms.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Random trios of every kind of file against {@link MergeOracle}: 2,000 of them in the test run, as many as
 * {@code cms.merge.trios} says in {@code bin/torture}. Shown to fail for every kind when the merge takes theirs where
 * both sides changed a value.
 */
@Tag("large")
final class MergeTriosTest {
    private static final String BODY = "d";
    private static final int TRIOS = Integer.getInteger("cms.merge.trios", 2_000);
    private static final List<ModelDefinition> MODELS = Stream.of("collection", "singleton", "dictionary", "document")
            .map(kind -> ModelDefinition.parse(kind, (ObjectNode)
                    Json.parse("{\"id\":\"%1$s\",\"kind\":\"%1$s\",\"domain\":\"d\",\"i18n\":true}".formatted(kind))))
            .toList();

    /** A kind of file: how deep it merges by key, and how large its objects are. */
    enum Kind {
        COLLECTION(".cms/content/d/collection/en.json", 2),
        SINGLETON(".cms/content/d/singleton/en.json", 1),
        DICTIONARY(".cms/content/d/dictionary/en.json", 1),
        DOCUMENT(".cms/content/d/document/one/en.md", 1),
        MODEL(".cms/models/collection.json", 9),
        META(".cms/meta/collection/en.json", 2),
        VOCABULARY(".cms/vocabulary.json", 3),
        CONFIG(".cms/config.json", 9);

        private final String path;
        private final int depth;

        Kind(String path, int depth) {
            this.path = path;
            this.depth = depth;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKindMergesAsTheOracleSays(Kind kind) {
        long seed = Long.getLong("cms.seed", Seeds.next());
        Random random = new Random(seed);
        int merged = 0;
        int trios = Math.ceilDiv(TRIOS, Kind.values().length);
        for (int i = 0; i < trios; i++) {
            Map<String, Object> base = file(kind, random);
            Map<String, Object> ours = changed(kind, base, random);
            Map<String, Object> theirs = changed(kind, base, random);
            merged += agrees(kind, base, ours, theirs, "seed " + seed + ", trio " + i) ? 1 : 0;
        }
        assertThat(merged).as("trios without a clash").isBetween(trios / 20, trios - trios / 20);
    }

    /** Whether the trio merged; fails when the oracle says something else. */
    private static boolean agrees(
            Kind kind, Map<String, Object> base, Map<String, Object> ours, Map<String, Object> theirs, String which) {
        MergeOracle oracle = new MergeOracle(kind.depth);
        Map<String, Object> expected = oracle.merge(base, ours, theirs);
        MergedFile merged = new StructuralMerge(ContentPaths.under(""), MODELS, List.of())
                .merge(kind.path, bytes(kind, base), bytes(kind, ours), bytes(kind, theirs));
        String trio = which + ": " + base + " | " + ours + " | " + theirs;
        return switch (merged) {
            case MergedFile.Conflicted(List<Conflict> conflicts) -> {
                Set<String> places = new TreeSet<>();
                conflicts.forEach(conflict -> places.add(place(kind, conflict.place())));
                assertThat(places).as(trio).isEqualTo(oracle.clashes());
                yield false;
            }
            case MergedFile.Content(byte[] bytes) -> {
                assertThat(oracle.clashes()).as(trio).isEmpty();
                assertThat(lines(kind, bytes)).as(trio).isEqualTo(lines(kind, bytes(kind, expected)));
                yield true;
            }
            case MergedFile.Removed removed -> throw new AssertionError("removed: " + trio);
        };
    }

    /** The keys from the root, as the oracle names them. */
    private static String place(Kind kind, ValueAddress place) {
        String field = place.field() == null ? "" : place.field();
        return switch (kind) {
            case COLLECTION, META -> place.entry() + (field.isEmpty() ? "" : "/" + field);
            case VOCABULARY ->
                place.entry() == null ? field : "terms/" + place.entry() + (field.isEmpty() ? "" : "/" + field);
            case SINGLETON, DICTIONARY -> field;
            case DOCUMENT -> field.equals("body") ? BODY : field;
            case MODEL, CONFIG -> field.replace('.', '/');
        };
    }

    private static Map<String, Object> file(Kind kind, Random random) {
        return switch (kind) {
            case COLLECTION, META -> object(random, 2);
            case SINGLETON, DICTIONARY, DOCUMENT -> object(random, 1);
            case MODEL, CONFIG -> object(random, 3);
            case VOCABULARY -> new TreeMap<>(Map.of("terms", object(random, 2), "version", 1));
        };
    }

    private static Map<String, Object> object(Random random, int levels) {
        Map<String, Object> made = new TreeMap<>();
        for (String key : List.of("a", "b", "c", "d")) {
            if (random.nextInt(3) > 0) {
                made.put(key, levels > 1 ? object(random, levels - 1) : "v" + random.nextInt(3));
            }
        }
        return made;
    }

    /** The same with one to three random changes: a value, a new key, or a key less, at any depth. */
    private static Map<String, Object> changed(Kind kind, Map<String, Object> base, Random random) {
        Map<String, Object> copy = copy(base);
        for (int i = random.nextInt(3); i >= 0; i--) {
            change(kind == Kind.VOCABULARY ? members(copy.get("terms")) : copy, random, levels(kind));
        }
        return copy;
    }

    private static int levels(Kind kind) {
        return switch (kind) {
            case COLLECTION, META, VOCABULARY -> 2;
            case SINGLETON, DICTIONARY, DOCUMENT -> 1;
            case MODEL, CONFIG -> 3;
        };
    }

    private static void change(Map<String, Object> object, Random random, int levels) {
        String key = "abcd".substring(random.nextInt(4)).substring(0, 1);
        if (object.containsKey(key) && random.nextInt(4) == 0) {
            object.remove(key);
        } else if (levels > 1 && object.containsKey(key)) {
            change(members(object.get(key)), random, levels - 1);
        } else {
            object.put(key, levels > 1 ? object(random, levels - 1) : "v" + random.nextInt(9));
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> members(@Nullable Object value) {
        return (Map<String, Object>) value;
    }

    private static Map<String, Object> copy(Map<String, Object> object) {
        Map<String, Object> copy = new TreeMap<>();
        object.forEach((key, value) -> copy.put(key, value instanceof Map ? copy(members(value)) : value));
        return copy;
    }

    private static byte[] bytes(Kind kind, Map<String, Object> file) {
        return kind == Kind.DOCUMENT ? markdown(file) : CanonicalJson.bytes(Json.tree(file));
    }

    /** One member is the body, a single line, so that two different changes of it must clash. */
    private static byte[] markdown(Map<String, Object> members) {
        StringBuilder text = new StringBuilder("---\nslug: one\n");
        members.forEach((key, value) -> text.append(key.equals(BODY) ? "" : key + ": " + value + "\n"));
        Object body = members.get(BODY);
        return text.append("---\n")
                .append(body == null ? "" : "\n" + body + "\n")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The whole text; a document keeps the order of its members, which the oracle does not know. */
    private static List<String> lines(Kind kind, byte[] bytes) {
        Stream<String> lines = new String(bytes, StandardCharsets.UTF_8).lines();
        return kind == Kind.DOCUMENT ? lines.sorted().toList() : lines.toList();
    }
}
