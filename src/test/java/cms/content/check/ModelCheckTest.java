package cms.content.check;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.api.HealthItem;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ProjectConfig;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ModelCheckTest {
    private static final ProjectConfig CONFIG = new ProjectConfig((ObjectNode) Json.parse("""
        {"version":1,"stack":"other","workflow":"auto-merge","domains":["blog"],
         "locales":{"default":"en","supported":["en","de"]}}
        """));
    private static final ModelCheck CHECK = new ModelCheck(CONFIG, Set.of("posts"));

    static Stream<JsonNode> rows() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(ModelCheckTest.class.getResourceAsStream("/definitions/health.json"))) {
            return Json.parse(file.readAllBytes()).valueStream();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void modelsAreJudgedAsTheGoldensSay(JsonNode row) {
        ModelDefinition model = ModelDefinition.parse("posts", (ObjectNode) row.get("model"));

        assertThat(lines(CHECK.check(model))).as("health").containsExactlyElementsOf(texts(row.get("health")));
        assertThat(lines(CHECK.checkForSave(model))).as("save").containsExactlyElementsOf(texts(row.get("save")));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::stringValue).toList();
    }

    static List<String> lines(List<HealthItem> items) {
        return items.stream()
                .map(item -> item.severity().name().toLowerCase(Locale.ROOT) + " " + item.type()
                        + (item.field() == null ? "" : " " + item.field()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../up",
                "a/../b",
                "/abs",
                "a//b",
                ".github",
                ".GitHub/x",
                ".git",
                "node_modules/x",
                ".env",
                ".ci",
                "a\\..\\b",
                ".cms/models",
                ".cms/config",
                ""
            })
    void contentPathsThatLeadAstrayAreErrors(String path) {
        ObjectNode members =
                Json.object().put("id", "posts").put("name", "Posts").put("kind", "dictionary");
        members.put("domain", "blog").put("i18n", true).put("content_path", path);

        assertThat(lines(CHECK.check(ModelDefinition.parse("posts", members))))
                .containsExactly("error invalid_content_path");
    }

    @Test
    void aConfigurationIsInvalidWithoutVersionWorkflowOrLocales() {
        List<HealthItem> items = ConfigCheck.check(new ProjectConfig(Json.object()));

        assertThat(lines(items))
                .containsExactly(
                        "error config_invalid version",
                        "error config_invalid workflow",
                        "error config_invalid locales.default",
                        "error config_invalid locales.supported",
                        "warning config_invalid domains");
        assertThat(ConfigCheck.valid(items)).isFalse();
        assertThat(ConfigCheck.check(CONFIG)).isEmpty();
    }

    @Test
    void theReportOfAChangedModelCountsTheEntriesThatItBreaks() {
        ModelDefinition before = model("collection", true, "{\"a\":\"string\",\"b\":\"string\",\"c\":\"string\"}");
        ModelDefinition after = model(
                "singleton",
                false,
                "{\"b\":\"number\",\"c\":{\"type\":\"string\",\"required\":true},\"d\":{\"type\":\"string\",\"required\":true}}");
        List<ObjectNode> entries =
                List.of((ObjectNode) Json.parse("{\"a\":\"1\",\"b\":\"2\"}"), (ObjectNode) Json.parse("{\"c\":\"x\"}"));

        List<HealthItem> items = BreakingChanges.between(before, after, entries);

        assertThat(lines(items))
                .containsExactly(
                        "critical kind_changed",
                        "error i18n_changed",
                        "error field_removed a",
                        "error field_type_changed b",
                        "warning field_required_added c",
                        "warning field_required_added d");
        assertThat(items).extracting(HealthItem::affectedEntries).containsExactly(2, 2, 1, 1, 1, 2);
        assertThat(items.getFirst().previous()).isEqualTo("collection");
        assertThat(items.getFirst().current()).isEqualTo("singleton");
        assertThat(BreakingChanges.between(before, before, entries)).isEmpty();
        assertThat(BreakingChanges.between(before, null, entries))
                .singleElement()
                .satisfies(item -> assertThat(item.severity()).isEqualTo(ProblemSeverity.CRITICAL));
    }

    private static ModelDefinition model(String kind, boolean i18n, String fields) {
        ObjectNode members =
                Json.object().put("id", "posts").put("name", "Posts").put("kind", kind);
        members.put("domain", "blog").put("i18n", i18n).set("fields", Json.parse(fields));
        return ModelDefinition.parse("posts", members);
    }
}
