package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.CanonicalJson.WrittenObject;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file of which only the changed members are printed is, byte for byte, the file that is printed whole (decision 44).
 */
class WrittenMembersPropertyTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** In the order of code units, which is neither that of code points nor that of the bytes. */
    private static final List<String> KEYS = List.of(
            "",
            "\n  \"a",
            "\"",
            "0",
            "10",
            "9",
            "A",
            "__proto__",
            "a",
            "a\": 1,\n  \"b",
            "aa",
            "constructor",
            "zz",
            "\u00e9t\u00e9",
            "\u4e2d",
            "\ud83d\ude00",
            "\uffee");

    /** One step of a person: a value under a key, or null to take the key away; over which earlier version. */
    private record Step(String key, JsonNode value, int back) {}

    /**
     * Shown to fail when an item is taken over by its key alone, by its value alone, and when its end is noted one byte
     * early.
     */
    @Property(tries = 400, seed = "2026")
    void whatIsCopiedAndWhatIsPrintedMakeTheSameFile(@ForAll("steps") List<Step> steps) {
        List<WrittenObject> versions = new ArrayList<>();
        versions.add(written(NODES.objectNode(), null));
        for (Step step : steps) {
            WrittenObject before = versions.get(Math.max(0, versions.size() - 1 - step.back()));
            ObjectNode next = NODES.objectNode().setAll(before.members());
            next.set(step.key(), step.value());
            WrittenObject spliced = written(next, versions.getLast());

            assertThat(spliced.bytes()).isEqualTo(CanonicalJson.bytes(next));
            var read = (ContentFile.Json) ContentFile.json("a.json", spliced.bytes());
            assertThat(spliced.members()).hasToString(read.members().toString());
            versions.add(spliced);
        }
    }

    @Property(tries = 100, seed = "2026")
    void manyMembersAtOnceMakeTheSameFile(@ForAll("steps") List<Step> first, @ForAll("steps") List<Step> second) {
        WrittenObject before = written(all(NODES.objectNode(), first), null);
        ObjectNode next = all(NODES.objectNode().setAll(before.members()), second);

        assertThat(written(next, before).bytes()).isEqualTo(CanonicalJson.bytes(next));
    }

    /** Shown to fail when members are compared by their objects alone, and when an equal whole is written anew. */
    @Property(tries = 100, seed = "2026")
    void whatSaysTheSameStaysTheSameObject(@ForAll("steps") List<Step> steps) {
        WrittenObject before = written(all(NODES.objectNode(), steps), null);

        assertThat(written(before.members().deepCopy(), before)).isSameAs(before);
    }

    @Example
    void aFileThatWasReadStaysTheSameObjectToo() {
        ObjectNode read = NODES.objectNode();
        read.set("a", NODES.objectNode().put("x", 1).put("y", 0.5));
        read.set("b", NODES.objectNode());

        assertThat(CanonicalJson.written(read.deepCopy(), read, null).members()).isSameAs(read);
        assertThat(CanonicalJson.written(read.deepCopy().without("b"), read, null)
                        .members())
                .isNotSameAs(read)
                .hasToString("{\"a\":{\"x\":1,\"y\":0.5}}");
    }

    /** Numbers and order of a file that somebody else wrote are no reason to keep its objects. */
    @Example
    void whatWasNotInItsNormalFormIsNotKept() {
        ObjectNode foreign = NODES.objectNode();
        foreign.set("b", NODES.objectNode().put("y", 1).put("x", 2));
        foreign.set("a", NODES.objectNode().putNull("n"));

        WrittenObject written = CanonicalJson.written(foreign.deepCopy(), foreign, null);

        assertThat(written.members()).isNotSameAs(foreign);
        assertThat(written.members()).hasToString("{\"a\":{},\"b\":{\"x\":2,\"y\":1}}");
        assertThat(written.bytes()).isEqualTo(CanonicalJson.bytes(foreign));
    }

    @Example
    void theFirstTheLastAndTheOnlyMemberComeAndGo() {
        WrittenObject none = written(NODES.objectNode(), null);
        WrittenObject one = written(NODES.objectNode().put("m", 1), none);
        WrittenObject three = written(one.members().deepCopy().put("z", 3).put("a", 2), one);

        assertThat(text(none)).isEqualTo("{}\n");
        assertThat(text(one)).isEqualTo("{\n  \"m\": 1\n}\n");
        assertThat(text(three)).isEqualTo("{\n  \"a\": 2,\n  \"m\": 1,\n  \"z\": 3\n}\n");
        assertThat(text(written(NODES.objectNode(), three))).isEqualTo("{}\n");
        assertThat(text(written(NODES.objectNode().putNull("a"), three))).isEqualTo("{}\n");
    }

    private static ObjectNode all(ObjectNode object, List<Step> steps) {
        steps.forEach(step -> object.set(step.key(), step.value()));
        return object;
    }

    /** The next version of a file that was written before, or of none. */
    private static WrittenObject written(ObjectNode object, @Nullable WrittenObject earlier) {
        return CanonicalJson.written(object, earlier == null ? NODES.objectNode() : earlier.members(), earlier);
    }

    private static String text(WrittenObject written) {
        return new String(written.bytes(), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<String> keys = Arbitraries.oneOf(
                Arbitraries.of(KEYS), Arbitraries.integers().between(0, 40).map("%02d"::formatted));
        Arbitrary<JsonNode> leaves = Arbitraries.oneOf(
                Arbitraries.of(KEYS).map(NODES::stringNode),
                Arbitraries.of(1.0, 0.1, -0.0, 1e21, 1e300).map(NODES::numberNode),
                Arbitraries.integers().map(NODES::numberNode),
                Arbitraries.just(NODES.nullNode()));
        Arbitrary<JsonNode> entries = Arbitraries.maps(Arbitraries.of(KEYS), leaves)
                .ofMaxSize(4)
                .map(members -> NODES.objectNode().setAll(members));
        Arbitrary<JsonNode> lists =
                leaves.list().ofMaxSize(3).map(items -> NODES.arrayNode().addAll(items));
        return Combinators.combine(
                        keys,
                        Arbitraries.oneOf(leaves, entries, lists),
                        Arbitraries.integers().between(0, 3))
                .as(Step::new)
                .list()
                .ofMaxSize(30);
    }
}
