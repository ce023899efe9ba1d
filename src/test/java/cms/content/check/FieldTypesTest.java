package cms.content.check;

import static org.assertj.core.api.Assertions.assertThat;

import cms.OpenApiRoutes;
import cms.format.FieldType;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.format.language.FieldKey;
import cms.format.language.FieldWords;
import cms.format.language.Schemas;
import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.OpenApiAnswers;
import cms.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The language of models is written once: code, schemas, the interface and docs/content-models.md say the same. */
class FieldTypesTest {
    private static final Path DOCUMENT = Path.of("docs/content-models.md");

    @Test
    void theDocumentHasEveryTypeAsTheCodeKnowsIt() throws IOException {
        assertThat(table("types")).isEqualTo(types());
    }

    @Test
    void theDocumentHasEveryKeyAsTheCodeKnowsIt() throws IOException {
        assertThat(table("keys")).isEqualTo(keys());
    }

    @ParameterizedTest
    @EnumSource
    void theExampleOfATypeIsAValueThatIsTaken(FieldType type) {
        ObjectNode field = Json.object().put("type", type.wireName()).put("required", true);
        field.put("accept", "image/*,video/*,.pdf").put("model", "authors");
        field.putArray("options").add("blue");
        ModelDefinition model = model(Json.object().set("it", field));
        ObjectNode entry = Json.object();
        entry.set("it", FieldWords.of(type).exampleValue());

        assertThat(new EntryCheck(model).check(FindingTarget.entry("things", "en", "a"), entry, Siblings.none()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "media/original/a.webp, image/png, true", // what a PNG becomes when it is uploaded
        "media/original/a.webp, .jpg, true",
        "media/original/a.webp, video/*, false",
        "media/original/a.svg, image/png, false",
        "https://example.com/a.webp, image/png, false"
    })
    void anAssetIsAcceptedAsWhatItWasUploadedAs(String value, String accept, boolean accepted) {
        ObjectNode field = Json.object().put("type", "image").put("accept", accept);
        ObjectNode entry = Json.object().put("it", value);
        assertThat(new EntryCheck(model(Json.object().set("it", field)))
                        .check(FindingTarget.entry("things", "en", "a"), entry, Siblings.none())
                        .isEmpty())
                .isEqualTo(accepted);
    }

    @ParameterizedTest
    @EnumSource
    void aValueOfAnotherJsonTypeIsRefused(FieldType type) {
        FieldWords.Value value = FieldWords.of(type).value();
        JsonKind kind = TypeRules.of(
                        type,
                        model(Json.object().put("it", type.wireName())).fields().get("it"))
                .kind();
        assertThat(kind.name()).isEqualTo(value.name());
    }

    /**
     * A form leaves out what {@code accept} has a meaning for, so a type of files that is missing there would be in
     * forms.
     */
    @ParameterizedTest
    @EnumSource
    void aTypeTakesAcceptExactlyWhenItsValueNamesAFile(FieldType type) {
        TypeRule rule = TypeRules.of(
                type, model(Json.object().put("it", type.wireName())).fields().get("it"));
        assertThat(FieldKey.ACCEPT.appliesTo(type)).isEqualTo(rule instanceof MediaRule);
        assertThat(FieldKey.MAX_SIZE.appliesTo(type)).isEqualTo(rule instanceof MediaRule);
    }

    @Test
    void theInterfaceNamesTheSameTypesKeysAndKinds() {
        JsonNode schemas = OpenApiAnswers.file().at("/components/schemas");
        assertThat(words(schemas.at("/FieldType/enum"))).isEqualTo(FieldType.wireNames());
        assertThat(schemas.at("/FieldDefinition/properties").propertyNames())
                .containsExactlyInAnyOrderElementsOf(FieldKey.wireNames());
        assertThat(words(schemas.at("/ModelDefinition/properties/kind/enum")))
                .isEqualTo(Arrays.stream(ModelKind.values())
                        .map(ModelKind::wireName)
                        .toList());
        assertThat(OpenApiRoutes.document()).contains("/schemas/{schema}:");
    }

    /** Models of language know no type that these texts do not name. */
    @Test
    void theCardsOfToolsNameEveryType() throws IOException {
        JsonNode tools = Json.parse(Files.readString(Path.of("src/main/resources/agent/tools.json")));
        JsonNode format = Json.parse(Files.readString(Path.of("src/main/resources/mcp/format.json")));
        for (String text : List.of(
                tools.at("/save_model/description").stringValue(),
                format.at("/fields").stringValue())) {
            assertThat(List.of(text.split("[^a-z]+"))).containsAll(FieldType.wireNames());
        }
    }

    @Test
    void editorsGetASchemaThatNamesTheSameWords() {
        try (TestApp app = TestApp.start()) {
            Http nobody = new Http(app.url());
            JsonNode model = nobody.get("/schemas/model.json").is(200).json();
            assertThat(model).isEqualTo(Schemas.all().get("model.json"));
            assertThat(model.at("/$defs/type/oneOf").findValuesAsString("const"))
                    .isEqualTo(FieldType.wireNames());
            assertThat(model.at("/$defs/field/oneOf/1/properties").propertyNames())
                    .containsExactlyElementsOf(FieldKey.wireNames());
            for (String name : List.of("config.json", "vocabulary.json", "meta.json")) {
                assertThat(nobody.get("/schemas/" + name)
                                .is(200)
                                .json()
                                .path("$schema")
                                .asString())
                        .contains("2020-12");
            }
            assertThat(nobody.get("/schemas/entry.json").is(404).text())
                    .contains("config.json, meta.json, model.json, vocabulary.json");
        }
    }

    @Test
    void anUnknownWordGetsTheOneThatWasMeantOrAll() {
        assertThat(message("strnig")).isEqualTo("The field type 'strnig' is unknown; did you mean 'string'?");
        assertThat(message("editor"))
                .startsWith("The field type 'editor' is unknown; it is one of string, text, code,")
                .endsWith("array, object.");
    }

    private static String message(String type) {
        return model(Json.object().put("it", type)).problems().getFirst().message();
    }

    private static ModelDefinition model(JsonNode fields) {
        ObjectNode members =
                Json.object().put("id", "things").put("name", "Things").put("kind", "collection");
        return ModelDefinition.parse(
                "things", members.put("domain", "main").put("i18n", true).set("fields", fields));
    }

    private static String types() {
        return "| Type | JSON value | For | Example | Checked | Its keys |\n|---|---|---|---|---|---|\n"
                + Arrays.stream(FieldType.values()).map(FieldTypesTest::row).collect(Collectors.joining());
    }

    private static String row(FieldType type) {
        FieldWords words = FieldWords.of(type);
        String own = Arrays.stream(FieldKey.values())
                .filter(key -> key.appliesTo(type) && !isForAll(key))
                .map(key -> "`" + key.wireName() + "`")
                .collect(Collectors.joining(", "));
        return "| `" + type.wireName() + "` | " + words.value().word() + " | " + words.purpose() + " | `"
                + words.example() + "` | " + words.check() + " | " + (own.isEmpty() ? "–" : own) + " |\n";
    }

    private static String keys() {
        return "| Key | For | Meaning |\n|---|---|---|\n"
                + Arrays.stream(FieldKey.values())
                        .map(key -> "| `" + key.wireName() + "` | " + (isForAll(key) ? "all types" : whom(key)) + " | "
                                + key.meaning() + " |\n")
                        .collect(Collectors.joining());
    }

    private static String whom(FieldKey key) {
        List<String> types = Arrays.stream(FieldType.values())
                .filter(key::appliesTo)
                .map(FieldType::wireName)
                .toList();
        return types.size() > 8 ? "see above" : String.join(", ", types);
    }

    private static boolean isForAll(FieldKey key) {
        return Arrays.stream(FieldType.values()).allMatch(key::appliesTo);
    }

    /** The lines between the marks of a table. */
    private static String table(String name) throws IOException {
        String text = Files.readString(DOCUMENT);
        int start = text.indexOf('\n', text.indexOf("<!-- " + name + ":")) + 1;
        return text.substring(start, text.indexOf("<!-- end -->", start));
    }

    private static List<String> words(JsonNode list) {
        return list.valueStream().map(JsonNode::stringValue).toList();
    }
}
