package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.language.Schemas;
import cms.platform.json.Json;
import cms.testing.Documents;
import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The model, the configuration and the layout of docs/content-models.md, pushed and looked at as they stand there. */
@Tag("scenario")
class ContentModelsDocumentTest {
    private static final Pattern WORDS = Pattern.compile("`([^`]+)`");
    private static final String LOCALE = "[a-z]{2}(-[A-Z]{2})?";
    private static final String WORD = "[a-z0-9-]+";

    @TempDir
    private static Path folder;

    private static TestApp app;
    private static World world;
    private static GitClient clone;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        clone = GitClient.clone(folder, world.ada(), world.repository());
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void theModelAndTheConfigurationAreTakenAsTheyStandThere() {
        String model = Documents.block("docs/content-models.md", "json", 1);
        String config = Documents.block("docs/content-models.md", "json", 2);
        String projectId = World.connect(world.ada(), world.workspaceId(), "starters/blank", "documented");
        String p = world.p().replace(world.projectId(), projectId);
        GitClient pushing = GitClient.clone(folder, world.ada(), "ada/documented")
                .write(".cms/models/articles.json", model)
                .write(".cms/config.json", config);
        pushing.commit("The model and the configuration of the document");
        pushing.git("push", "-q", "origin", "HEAD:main");

        assertThat(read(p + "/models/articles").path("model")).isEqualTo(Json.parse(model));
        JsonNode read = read(p + "/config").path("config");
        Json.parse(config)
                .properties()
                .forEach(member -> assertThat(read.path(member.getKey()))
                        .as(member.getKey())
                        .isEqualTo(member.getValue()));
        assertThat(read(p + "/health").path("errors").size()).isZero();
        JsonNode tooLong =
                save(p, "articles", Map.of("locale", "en", "data", Map.of("a", Map.of("title", "x".repeat(121)))));
        assertThat(tooLong.at("/validation/errors/0/message").asString()).contains("120");
    }

    @Test
    void everyFileOfARepositoryLiesWhereTheDocumentSays() {
        save(world.p(), "posts", Map.of("locale", "en", "data", Map.of("a", Map.of("title", "T"))));
        save(world.p(), "pages", Map.of("slug", "here", "data", Map.of("title", "T"), "body", "Text"));
        save(world.p(), "authors", Map.of("data", Map.of("b", Map.of("name", "N"))));
        save(
                world.p(),
                "guides",
                Map.of("locale", "en", "slug", "first", "data", Map.of("title", "T"), "body", "Text"));
        world.ada()
                .http()
                .patch(world.p() + "/vocabulary", Map.of("terms", Map.of("harbour", Map.of("de", "Hafen"))))
                .is(200);
        clone.git("fetch", "-q");
        List<String> paths = clone.git("ls-tree", "-r", "--name-only", "origin/cms", ".cms/")
                .lines()
                .toList();
        List<Pattern> templates = Documents.block("docs/content-models.md", "text", 1)
                .lines()
                .map(line -> line.split(" {2,}")[0])
                .map(ContentModelsDocumentTest::pattern)
                .toList();

        assertThat(paths).allMatch(path -> templates.stream().anyMatch(one -> matches(one, path)));
        assertThat(templates).allMatch(one -> paths.stream().anyMatch(path -> matches(one, path)));
    }

    /** Types and keys are compared in FieldTypesTest; these are the other tables, against what editors are served. */
    @Test
    void theOtherTablesNameWhatTheSchemasName() {
        JsonNode model = Schemas.all().get("model.json");
        assertThat(firstColumn("Members of a model")).isEqualTo(members(model.path("properties")));
        assertThat(firstColumn("Kinds"))
                .containsExactlyInAnyOrderElementsOf(model.at("/properties/kind/enum")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList());
        assertThat(firstColumn("Meta"))
                .isEqualTo(members(Schemas.all().get("meta.json").path("properties")));
        Set<String> configured = members(Schemas.all().get("config.json").path("properties"));
        configured.remove("strict"); // what the text below the example tells
        assertThat(members(Json.parse(Documents.block("docs/content-models.md", "json", 2))))
                .isEqualTo(configured);
    }

    private static Set<String> members(JsonNode object) {
        Set<String> names = new TreeSet<>(object.propertyNames());
        names.remove("$schema");
        return names;
    }

    /** The words in backticks in the first column of the table below a heading. */
    private static Set<String> firstColumn(String heading) {
        String section = Documents.text("docs/content-models.md")
                .split("\n## " + heading + "\n", 2)[1]
                .split("\n## ", 2)[0];
        return section.lines()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> WORDS.matcher(line.split("\\|")[1]).results())
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean matches(Pattern template, String path) {
        return template.matcher(path).matches();
    }

    /** A word for each name in braces. */
    private static Pattern pattern(String template) {
        String escaped = template.replace(".", "\\.");
        return Pattern.compile(escaped.replace("{locale}", LOCALE).replaceAll("\\{(domain|model|slug)}", WORD));
    }

    private static JsonNode read(String path) {
        return world.ada().http().get(path).is(200).json();
    }

    private static JsonNode save(String p, String model, Map<String, Object> body) {
        return world.ada().http().post(p + "/content/" + model, body).is(200).json();
    }
}
