package cms.content.check;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.api.Finding;
import cms.content.api.HealthItem;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Models and contents that want to hurt: the check ends, says something, and stays small. */
class HostileInputTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static List<Finding> check(ObjectNode fields, ObjectNode entry) {
        ObjectNode members =
                Json.object().put("id", "things").put("name", "Things").put("kind", "collection");
        members.put("domain", "main").put("i18n", true).set("fields", fields);
        ModelDefinition model = ModelDefinition.parse("things", members);
        new ModelCheck(null, Set.of("things")).checkForSave(model);
        ObjectNode others = Json.object();
        others.set("self", entry);
        others.set("other", entry.deepCopy());
        return new EntryCheck(model).check(FindingTarget.entry("things", "en", "self"), entry, Siblings.of(others));
    }

    @Property(tries = 3_000, seed = "2026")
    void theCheckNeverThrows(@ForAll long seed) {
        WildJson wild = new WildJson(seed);
        ObjectNode fields = wild.fields(2);
        ObjectNode entry = wild.object(3);

        assertThat(check(fields, entry))
                .as("%s on %s", fields, entry)
                .hasSizeLessThanOrEqualTo(CheckLimits.ENTRY_FINDINGS_MAX + 1);
    }

    @Test
    void tenThousandRequiredFieldsGiveABoundedAnswer() {
        ObjectNode fields = Json.object();
        for (int i = 0; i < 10_000; i++) {
            fields.putObject("f" + i).put("type", "string").put("required", true);
        }

        List<Finding> findings = check(fields, Json.object());

        assertThat(findings).hasSize(CheckLimits.ENTRY_FINDINGS_MAX + 1);
        assertThat(findings.getLast().severity()).isEqualTo(Finding.Severity.NOTICE);
        assertThat(Finding.valid(findings)).isFalse();
    }

    /** Shown to fail while the list of findings ended the check: 500 warnings hid whatever was wrong behind them. */
    @Test
    void anErrorIsToldHoweverManyWarningsStandBeforeIt() {
        ObjectNode fields = Json.object();
        fields.putObject("addresses").put("type", "array").put("items", "email");
        fields.putObject("title").put("type", "string").put("required", true);
        ArrayNode addresses = NODES.arrayNode();
        for (int i = 0; i < 2 * CheckLimits.ENTRY_FINDINGS_MAX; i++) {
            addresses.add("no address");
        }

        List<Finding> findings = check(fields, Json.object().set("addresses", addresses));

        assertThat(findings).hasSize(CheckLimits.ENTRY_FINDINGS_MAX + 1);
        assertThat(Finding.valid(findings)).isFalse();
    }

    /** Fails where each is a finding that names all members: two hundred thousand filled the heap. */
    @Test
    void unknownMembersAndTargetsOfOneFieldAreAThousandFindings() {
        ObjectNode field = Json.object().put("type", "relation");
        ArrayNode targets = field.putArray("model");
        for (int i = 0; i < 20_000; i++) {
            field.put("member" + i, true);
            targets.add("model-" + i);
        }
        ObjectNode members = Json.object().put("id", "things").put("kind", "collection");
        members.putObject("fields").set("f", field);
        ModelDefinition relations = ModelDefinition.parse("things", members);
        ModelCheck check = new ModelCheck(null, Set.of("things"));

        assertThat(check.check(relations)).hasSizeBetween(900, CheckLimits.HEALTH_ITEMS_MAX + 1);
        field.put("model", "things");
        List<HealthItem> found = check.checkForSave(ModelDefinition.parse("things", members));
        assertThat(found).hasSizeBetween(900, CheckLimits.HEALTH_ITEMS_MAX + 1);
        assertThat(found.stream().filter(item -> item.message().contains("; ")).count())
                .isLessThan(50);
        assertThat(ConfigCheck.valid(found)).isFalse();
    }

    @Tag("large")
    @Test
    void manyItemsTimesManyFieldsEndInAFinding() {
        ObjectNode fields = Json.object();
        ObjectNode members = fields.putObject("list")
                .put("type", "array")
                .putObject("items")
                .put("type", "object")
                .putObject("fields");
        for (int i = 0; i < 1_500; i++) {
            members.put("f" + i, "string");
        }
        ArrayNode list = NODES.arrayNode();
        for (int i = 0; i < 50_000; i++) {
            list.addObject();
        }
        ObjectNode entry = Json.object();
        entry.set("list", list);

        assertThat(check(fields, entry))
                .extracting(Finding::message)
                .containsExactly("The entry is too large to be checked completely.");
    }

    @Test
    void fieldsThatAllHaveAnExpensivePatternShareOneBudget() {
        ObjectNode fields = Json.object();
        ObjectNode entry = Json.object();
        for (int i = 0; i < 200; i++) {
            fields.putObject("f" + i).put("type", "string").put("pattern", "^(a*)*\\1b$");
            entry.put("f" + i, "a".repeat(5_000));
        }

        List<Finding> findings = check(fields, entry);

        assertThat(Finding.valid(findings)).isFalse();
        assertThat(findings).hasSizeLessThan(5);
    }

    @Tag("large")
    @Test
    void longStringsAreCheckedByEveryRule() {
        for (String filler : List.of(
                "a",
                "@",
                "-",
                "1",
                "a@",
                "Bearer ",
                "gh",
                "api_key",
                "api_key:",
                "aws secret",
                "://:",
                "sk_live_a ",
                "x:")) {
            String text = filler.repeat(1_000_000 / filler.length());
            for (String type : List.of("email", "url", "color", "phone", "image")) {
                ObjectNode fields = Json.object();
                fields.putObject("text").put("type", type).put("model", "things");
                assertThat(check(fields, Json.object().put("text", text))).isNotNull();
            }
        }
    }

    @Test
    void deepContentIsCheckedOnlyAsDeepAsItIsDeclared() {
        JsonNode value = NODES.stringNode("x");
        ObjectNode field = Json.object().put("type", "string");
        for (int i = 0; i < 90; i++) {
            ArrayNode outer = NODES.arrayNode();
            outer.add(value);
            value = outer;
            ObjectNode wider = Json.object().put("type", "array");
            wider.set("items", field);
            field = wider;
        }
        ObjectNode fields = Json.object();
        fields.set("deep", field);
        ObjectNode entry = Json.object();
        entry.set("deep", value);

        assertThat(check(fields, entry)).isEmpty();
    }
}
