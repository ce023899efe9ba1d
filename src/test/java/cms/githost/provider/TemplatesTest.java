package cms.githost.provider;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.api.Finding;
import cms.content.check.EntryCheck;
import cms.content.check.FindingTarget;
import cms.content.check.Siblings;
import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.EntryMeta;
import cms.format.EntryStatus;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import cms.platform.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The shipped templates are what the service itself would have written. */
class TemplatesTest {
    private static final Path FOLDER = Path.of("src/main/resources/templates");
    private static final Path BLOG = FOLDER.resolve("starters/blog");
    private static final ContentPaths PATHS = ContentPaths.under("");
    private static final Set<String> SIMPLE = Set.of("string", "text", "email", "boolean", "date", "select", "array");

    @ParameterizedTest
    @ValueSource(strings = {"starters/blank", "starters/blog"})
    void aTemplateNamesEveryFileOfItsFolder(String template) throws IOException {
        Path folder = FOLDER.resolve(template);
        Set<String> present = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.equals("files.txt"))
                    .map(name -> name.equals("gitignore") ? ".gitignore" : name)
                    .forEach(present::add);
        }

        assertThat(Templates.paths(template)).containsExactlyInAnyOrderElementsOf(present);
        assertThat(Templates.files(template).paths()).isEqualTo(present);
        assertThat(present).contains("README.md", "package.json");
        assertThat(present.stream().anyMatch(path -> path.startsWith(".cms/")))
                .isEqualTo(template.equals("starters/blog"));
    }

    @Test
    void everyFileOfTheBlogIsCanonical() throws IOException {
        for (String path : contentFiles()) {
            byte[] bytes = Files.readAllBytes(BLOG.resolve(path));
            byte[] canonical =
                    path.endsWith(".md") ? markdown(path, bytes).bytes() : CanonicalJson.bytes(Json.parse(bytes));
            assertThat(new String(canonical, StandardCharsets.UTF_8))
                    .as(path)
                    .isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    @Test
    void everyFileBelongsToAModelAndEveryModelIsSound() throws IOException {
        Map<String, ModelDefinition> models = models();
        for (String path : contentFiles()) {
            assertThat(PATHS.locate(path, models.values())).as(path).isNotInstanceOf(ContentPath.Elsewhere.class);
        }
        models.values()
                .forEach(model -> assertThat(model.problems()).as(model.id()).isEmpty());
        assertThat(new ProjectConfig((ObjectNode) json(".cms/config.json")).problems())
                .isEmpty();
    }

    @Test
    void everyEntryIsValidAndPublishedInEachLanguage() throws IOException {
        Map<String, ModelDefinition> models = models();
        List<Finding> findings = new ArrayList<>();
        for (String path : contentFiles()) {
            switch (PATHS.locate(path, models.values())) {
                case ContentPath.Entries(ModelDefinition model, String locale) ->
                    findings.addAll(checkEntries(model, locale, (ObjectNode) json(path)));
                case ContentPath.Document(ModelDefinition model, String slug, String locale) -> {
                    ObjectNode fields = markdown(path, Files.readAllBytes(BLOG.resolve(path)))
                            .frontmatter()
                            .deepCopy();
                    assertThat(fields.remove("slug").asString()).isEqualTo(slug);
                    findings.addAll(new EntryCheck(model)
                            .check(FindingTarget.document(model.id(), locale, slug), fields, Siblings.none()));
                    assertPublished(json(PATHS.documentMeta(model, slug, locale)));
                }
                default -> {}
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void everyKindIsThereWithAndWithoutTranslation() throws IOException {
        Map<ModelKind, Set<Boolean>> seen = new EnumMap<>(ModelKind.class);
        models().values()
                .forEach(model -> seen.computeIfAbsent(model.kind(), kind -> new TreeSet<>())
                        .add(model.i18n()));

        for (ModelKind kind : ModelKind.values()) {
            assertThat(seen.get(kind)).as(kind.toString()).containsExactly(false, true);
        }
    }

    @Test
    void everyModelCanBeSavedWithSimpleFieldsAlone() throws IOException {
        models().values()
                .forEach(model -> model.raw().path("fields").propertyStream().forEach(field -> {
                    if (field.getValue().path("required").asBoolean(false)) {
                        assertThat(SIMPLE)
                                .as("%s.%s is required", model.id(), field.getKey())
                                .contains(field.getValue().get("type").asString());
                    }
                }));
    }

    private static List<Finding> checkEntries(ModelDefinition model, String locale, ObjectNode members)
            throws IOException {
        JsonNode meta = json(PATHS.meta(model, locale));
        EntryCheck check = new EntryCheck(model);
        if (model.kind() != ModelKind.COLLECTION) {
            assertPublished(meta);
            return check.check(FindingTarget.whole(model.id(), locale), members, Siblings.none());
        }
        List<Finding> findings = new ArrayList<>();
        assertThat(meta.size()).isEqualTo(members.size());
        members.propertyStream().forEach(entry -> {
            assertPublished(meta.get(entry.getKey()));
            FindingTarget subject = FindingTarget.entry(model.id(), locale, entry.getKey());
            findings.addAll(check.check(subject, (ObjectNode) entry.getValue(), Siblings.none()));
        });
        return findings;
    }

    private static void assertPublished(JsonNode meta) {
        assertThat(EntryMeta.of(meta).status()).contains(EntryStatus.PUBLISHED);
    }

    private static Map<String, ModelDefinition> models() throws IOException {
        Map<String, ModelDefinition> models = new TreeMap<>();
        for (String path : contentFiles()) {
            if (path.startsWith(PATHS.models())) {
                String id = path.substring(PATHS.models().length(), path.length() - ".json".length());
                models.put(id, ModelDefinition.parse(id, (ObjectNode) json(path)));
            }
        }
        return models;
    }

    private static List<String> contentFiles() {
        return Templates.paths("starters/blog").stream()
                .filter(path -> path.startsWith(".cms/"))
                .toList();
    }

    private static JsonNode json(String path) throws IOException {
        return Json.parse(Files.readAllBytes(BLOG.resolve(path)));
    }

    private static MarkdownFile markdown(String path, byte[] bytes) {
        return ((ContentFile.Markdown) MarkdownFile.parse(path, bytes)).file();
    }
}
