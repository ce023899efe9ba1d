package cms.content.check;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import cms.content.api.HealthItem;
import cms.content.check.ProjectHealth.Seen;
import cms.format.ContentFile;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ProjectConfig;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ProjectHealthTest {
    private static final String POSTS = """
        {"id":"posts","name":"Posts","kind":"collection","domain":"blog","i18n":true,"fields":{
         "title":{"type":"string","required":true},"author":{"type":"relation","model":"authors"},
         "see":{"type":"array","items":{"type":"relations","model":["posts","pages"]}}}}
        """;
    private static final String AUTHORS = """
        {"id":"authors","name":"Authors","kind":"collection","domain":"blog","i18n":false,
         "fields":{"name":"string"}}
        """;
    private static final String PAGES = """
        {"id":"pages","name":"Pages","kind":"document","domain":"blog","i18n":true,"fields":{"title":"string"}}
        """;
    private static final String WORDS = """
        {"id":"words","name":"Words","kind":"dictionary","domain":"blog","i18n":true}
        """;

    private final Project project = new Project();

    /** A view that a test fills by hand. */
    private static final class Project implements ParsedProject {
        private ProjectConfig config = new ProjectConfig(object("""
            {"version":1,"workflow":"review","domains":["blog"],"locales":{"default":"en","supported":["en","de"]}}
            """));
        private final Map<String, ModelDefinition> models = new LinkedHashMap<>();
        private final Map<String, ObjectNode> values = new HashMap<>();
        private final Map<String, Map<String, MarkdownFile>> documents = new HashMap<>();
        private final List<ContentFile.Unreadable> unreadable = new ArrayList<>();

        Project model(String text) {
            ObjectNode members = object(text);
            String id = members.get("id").stringValue();
            models.put(id, ModelDefinition.parse(id, members));
            return this;
        }

        Project values(String modelAndLocale, String text) {
            values.put(modelAndLocale, object(text));
            return this;
        }

        Project document(String modelAndLocale, String slug, String frontmatter, String body) {
            documents
                    .computeIfAbsent(modelAndLocale, _ -> new LinkedHashMap<>())
                    .put(slug, new MarkdownFile(object(frontmatter), body));
            return this;
        }

        @Override
        public Optional<ProjectConfig> config() {
            return Optional.of(config);
        }

        @Override
        public Collection<ModelDefinition> models() {
            return models.values();
        }

        @Override
        public Optional<ObjectNode> values(ModelDefinition model, String locale) {
            return Optional.ofNullable(values.get(model.id() + ":" + locale));
        }

        @Override
        public Map<String, MarkdownFile> documents(ModelDefinition model, String locale) {
            return documents.getOrDefault(model.id() + ":" + locale, Map.of());
        }

        @Override
        public List<ContentFile.Unreadable> unreadable() {
            return unreadable;
        }
    }

    @Test
    void aSoundProjectHasAllPoints() {
        project.model(POSTS).model(AUTHORS).model(PAGES).model(WORDS);
        project.values("authors:en", "{\"ada\":{\"name\":\"Ada\"}}");
        project.values(
                "posts:en",
                "{\"a1\":{\"title\":\"A\",\"author\":\"ada\",\"see\":[[{\"model\":\"pages\",\"ref\":\"x\"}]]}}");
        project.values("posts:de", "{\"a1\":{\"title\":\"B\",\"author\":\"ada\"}}");
        project.document("pages:en", "x", "{\"title\":\"X\"}", "Text").document("pages:de", "x", "{}", "");

        ProjectHealth health = ProjectHealth.of(project);

        assertThat(health.items()).isEmpty();
        assertThat(health.json(Seen.all(), _ -> true))
                .isEqualTo(Json.parse("{\"healthScore\":100,\"modelCount\":4,\"validModels\":4,\"warnings\":[]}"));
        assertThat(health.valid(Seen.all())).isTrue();
    }

    @Test
    void modelsWithoutContentCostNothing() {
        project.model(POSTS).model(AUTHORS).model(PAGES).model(WORDS);

        assertThat(ProjectHealth.of(project).healthScore(Seen.all())).isEqualTo(100);
    }

    @Test
    void invalidEntriesAreWarningsThatAreCountedTogether() {
        project.model(AUTHORS)
                .values("authors:en", "{\"a\":{\"name\":1},\"b\":{\"name\":2},\"c\":{\"name\":\"C\"},\"d\":4}");

        ProjectHealth health = ProjectHealth.of(project);

        assertThat(ModelCheckTest.lines(health.items()))
                .containsExactly("warning content_validation_error name", "warning content_validation_error ");
        assertThat(health.items()).extracting(HealthItem::affectedEntries).containsExactly(2, 1);
        assertThat(health.healthScore(Seen.all())).isEqualTo(94);
        assertThat(health.valid(Seen.all())).isTrue();
    }

    /** Models times locales are millions; shown to fail while each of them became an item, and each folder a report. */
    @Test
    void noMoreItemsAndReportsAreMadeThanAreKeptOrHaveContent() {
        String locales = IntStream.range(0, 676)
                .mapToObj(number -> "\"%c%c\"".formatted('a' + number / 26, 'a' + number % 26))
                .collect(joining(","));
        project.config = new ProjectConfig(object("{\"version\":1,\"workflow\":\"review\",\"domains\":[\"blog\"],"
                + "\"locales\":{\"default\":\"en\",\"supported\":[" + locales + "]}}"));
        project.model(POSTS).model(PAGES).model(WORDS);
        project.values("posts:en", "{\"a1\":{\"title\":\"A\"}}").values("words:en", "{\"a\":\"A\"}");
        project.document("pages:en", "x", "{\"title\":\"X\"}", "Text");

        HealthItems items = new HealthItems();
        ContentHealth health = new ContentHealth(project, project.config, Map.of(), items);

        assertThat(items.list()).hasSize(3 * 675);
        assertThat(health.reports()).hasSize(3);
        assertThat(ProjectHealth.of(project).items()).hasSize(CheckLimits.HEALTH_ITEMS_MAX);
    }

    /** Fails where a thousand items of the project are kept: the second model was valid, with all points. */
    @Test
    void theItemsOfOneModelCrowdOutNoneOfAnother() {
        for (int i = 0; i < 30; i++) {
            ObjectNode crowded = (ObjectNode) Json.parse(AUTHORS.replace("authors", "crowded-" + i));
            for (int field = 0; field < 99; field++) {
                crowded.withObject("fields").putObject("f" + field).put("type", "wrong");
            }
            project.model(crowded.toString());
        }
        project.model(POSTS).values("posts:en", "{}").values("posts:de", "{}");

        ProjectHealth health = ProjectHealth.of(project);
        ProjectHealth.Seen posts = new ProjectHealth.Seen("posts"::equals, _ -> true);

        assertThat(health.valid(posts)).isFalse();
        assertThat(health.json(posts, _ -> true).path("healthScore").asInt()).isEqualTo(80);
        assertThat(health.items(posts, _ -> true))
                .extracting(HealthItem::type)
                .containsExactly("relation_target_missing", "relation_target_missing");
        assertThat(health.items()).hasSize(CheckLimits.HEALTH_ITEMS_MAX);
    }

    @Test
    void missingTranslationsAreNamedByKind() {
        project.model(POSTS).model(PAGES).model(WORDS);
        project.values("posts:en", "{\"a1\":{\"title\":\"A\"},\"b2\":{\"title\":\"B\"}}");
        project.values("posts:de", "{\"a1\":{\"title\":\"A\"}}");
        project.document("pages:en", "x", "{}", "");
        project.values("words:en", "{\"a\":\"A\"}").values("words:de", "{}");

        assertThat(ModelCheckTest.lines(ProjectHealth.of(project).items()))
                .containsExactlyInAnyOrder(
                        "error relation_target_missing author",
                        "warning locale_entry_parity",
                        "warning locale_entry_parity",
                        "warning locale_key_parity");
        project.values("posts:de", "{\"a1\":{\"title\":\"A\"},\"b2\":{\"title\":\"B\"}}");
        project.values.remove("words:de");
        assertThat(ModelCheckTest.lines(ProjectHealth.of(project).items())).contains("warning locale_file_missing");
    }

    @Test
    void brokenRelationsAreFoundAtAnyDepthAndFallBackToTheDefaultLocale() {
        project.model(POSTS).model(AUTHORS).model(PAGES);
        project.values("authors:en", "{\"ada\":{}}");
        String entry =
                "{\"title\":\"A\",\"author\":\"%s\",\"see\":[[{\"model\":\"pages\",\"ref\":\"x\"},{\"model\":\"posts\",\"ref\":\"%s\"}]]}";
        project.values("posts:en", "{\"a1\":" + entry.formatted("ada", "a1") + "}");
        project.values("posts:de", "{\"a1\":" + entry.formatted("bo", "zz") + "}");
        project.document("pages:en", "x", "{}", "").document("pages:de", "y", "{}", "");

        assertThat(ModelCheckTest.lines(ProjectHealth.of(project).items()))
                .containsExactly(
                        "warning locale_entry_parity",
                        "warning locale_entry_parity",
                        "warning relation_integrity_broken author",
                        "warning relation_integrity_broken see[]");
    }

    @Test
    void secretsAreAlsoFoundInBodiesAndUndeclaredMembers() {
        project.model(PAGES);
        project.document("pages:en", "x", "{\"extra\":{\"deep\":[\"ghp_0123456789\"]}}", "My AKIAIOSFODNN7EXAMPLE");
        project.document("pages:de", "x", "{}", "");

        assertThat(ModelCheckTest.lines(ProjectHealth.of(project).items()))
                .containsExactly(
                        "warning undeclared_field extra",
                        "warning content_validation_error extra.deep[]",
                        "warning content_validation_error body");
    }

    /** Seen to fail with dictionaries told of that the caller does not see, and with blank texts counted. */
    @Test
    void aTextInTwoDictionariesIsANoticeThatCostsNothingAndTellsNothingOfOthers() {
        for (String id : List.of("words", "labels", "secrets")) {
            project.model(WORDS.replace("words", id));
        }
        project.values("words:en", "{\"a\":\"Yes\",\"b\":\"No\",\"c\":\" \",\"d\":\"Ja\"}");
        project.values("labels:en", "{\"a\":\"Yes\",\"b\":\"No\",\"c\":\" \",\"d\":\"Maybe\"}");
        project.values("secrets:en", "{\"a\":\"Maybe\",\"b\":\"So\",\"c\":\"x\",\"d\":\"y\"}");
        project.values("words:de", "{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"d\":\"4\"}");
        project.values("labels:de", "{\"a\":\"5\",\"b\":\"6\",\"c\":\"7\",\"d\":\"8\"}");
        project.values("secrets:de", "{\"a\":\"9\",\"b\":\"0\",\"c\":\"z\",\"d\":\"8\"}");

        ProjectHealth health = ProjectHealth.of(project);

        assertThat(health.healthScore(Seen.all())).isEqualTo(100);
        assertThat(health.valid(Seen.all())).isTrue();
        assertThat(told(health, id -> true, id -> true))
                .containsExactlyInAnyOrder(
                        "words en 2 labels",
                        "labels en 3 secrets, words",
                        "secrets en 1 labels",
                        "labels de 1 secrets",
                        "secrets de 1 labels");
        assertThat(told(health, id -> !id.equals("secrets"), id -> true))
                .containsExactlyInAnyOrder("words en 2 labels", "labels en 2 words");
        assertThat(told(health, id -> true, "words"::equals)).containsExactly("words en 2 labels");
        assertThat(told(health, "secrets"::equals, id -> true)).isEmpty();
        project.values("words:en", "{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"d\":\"4\"}");
        assertThat(told(health.next(project), id -> true, "words"::equals)).isEmpty();
    }

    private static List<String> told(ProjectHealth health, Predicate<String> visible, Predicate<String> asked) {
        return health.json(new Seen(visible, _ -> true), asked)
                .path("warnings")
                .valueStream()
                .filter(item -> item.path("severity").asString().equals("notice"))
                .filter(item -> item.path("type").asString().equals("value_in_two_dictionaries"))
                .map(item -> item.path("modelId").asString()
                        + item.path("message")
                                .asString()
                                .replace("Texts of the locale", "")
                                .replace(
                                        "also stand in other dictionaries:",
                                        item.path("affectedEntries").asString())
                                .replace(".", ""))
                .toList();
    }

    @Test
    void manyDictionariesWithTheSameTextsAreReadOnce() {
        String same = IntStream.range(0, 1_000)
                .mapToObj(i -> "\"k" + i + "\":\"v" + i + "\"")
                .collect(joining(","));
        for (int i = 0; i < 200; i++) {
            project.model(WORDS.replace("words", "words-" + i).replace("\"i18n\":true", "\"i18n\":false"));
            project.values("words-" + i + ":en", "{" + same + "}");
        }

        List<HealthItem> items = ProjectHealth.of(project).items();

        assertThat(items).hasSize(200).allMatch(item -> item.affectedEntries() == 1_000);
        assertThat(items.getFirst().message()).endsWith("words-1, words-10, words-100 and more.");
    }

    @Test
    void everySeverityHasItsPrice() {
        project.config = new ProjectConfig(Json.object().put("version", 1).put("workflow", "review"));
        project.model("{\"id\":\"a\",\"kind\":\"gallery\",\"domain\":\"x\",\"fields\":{\"b\":\"string\"}}");
        project.unreadable.add(new ContentFile.Unreadable(".cms/models/b.json", 3, "It is not JSON."));

        ProjectHealth health = ProjectHealth.of(project);

        assertThat(health.items())
                .extracting(HealthItem::severity)
                .containsExactly(
                        ProblemSeverity.ERROR,
                        ProblemSeverity.ERROR,
                        ProblemSeverity.WARNING,
                        ProblemSeverity.ERROR,
                        ProblemSeverity.CRITICAL);
        assertThat(health.healthScore(Seen.all())).isEqualTo(100 - 20 - 3 * 10 - 3);
        assertThat(health.json(Seen.all(), _ -> true).get("validModels").asInt())
                .isZero();
        assertThat(health.valid(Seen.all())).isFalse();
        HealthItem push = HealthItem.of(HealthItem.CONFIG, "push_conflict", ProblemSeverity.ERROR, "A push waits.");
        assertThat(health.with(List.of(push, push, push, push, push, push)).healthScore(Seen.all()))
                .isZero();
    }

    @Test
    void contentThatDidNotChangeIsNotCheckedAgain() {
        project.model(AUTHORS).values("authors:en", "{\"a\":{\"name\":1}}");
        ProjectHealth first = ProjectHealth.of(project);
        ObjectNode unchanged = project.values.get("authors:en");
        ((ObjectNode) unchanged.get("a")).put("name", "changed behind the back");

        assertThat(first.next(project).items()).isEqualTo(first.items());
        project.values("authors:en", "{\"a\":{\"name\":\"Ada\"}}");
        assertThat(first.next(project).items()).isEmpty();
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) Json.parse(text);
    }
}
