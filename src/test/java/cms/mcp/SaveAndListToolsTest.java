package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an agent reads page by page, and what it is told about its saves. */
@Tag("scenario")
@Tag("rows")
class SaveAndListToolsTest {
    private TestApp app;
    private World world;
    private McpClient tools;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        tools = McpClient.busy(world);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void everyEntryIsReachedWhereverAnAnswerIsFull() {
        int before = tools.done("cms_content_list", Map.of("model", "posts"))
                .path("total")
                .asInt();
        tools.done(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "entries",
                        IntStream.range(0, 50)
                                .mapToObj(i -> Map.of(
                                        "id",
                                        "aaaabbbb%04d".formatted(i),
                                        "data",
                                        Map.of("title", "Same", "body", "x".repeat(1_500))))
                                .toList()));
        List<String> all = pages(Map.of("model", "posts", "fields", List.of("*"), "limit", 100));
        assertThat(all).hasSize(before + 50).doesNotHaveDuplicates();
        List<String> fitting = pages(Map.of(
                "model",
                "posts",
                "fields",
                List.of("title"),
                "limit",
                7,
                "filter",
                Map.of("title", "Same", "body", "x".repeat(1_500))));
        assertThat(fitting).hasSize(50).doesNotHaveDuplicates();
        assertThat(pages(Map.of("model", "posts", "search", "xxx", "offset", 45, "limit", 3)))
                .containsExactly("aaaabbbb0045", "aaaabbbb0046", "aaaabbbb0047", "aaaabbbb0048", "aaaabbbb0049");
    }

    @Test
    void everyDocumentIsReachedWhereverAnAnswerIsFull() {
        tools.done(
                "cms_content_save",
                Map.of(
                        "model",
                        "guides",
                        "entries",
                        IntStream.range(0, 30)
                                .mapToObj(i -> Map.of(
                                        "slug",
                                        "guide-%02d".formatted(i),
                                        "data",
                                        Map.of("title", "Guide " + i, "body", "x".repeat(1_500))))
                                .toList()));
        assertThat(pages(Map.of("model", "guides", "search", "xxx", "fields", List.of("*"), "limit", 100)))
                .hasSize(30)
                .doesNotHaveDuplicates();
        JsonNode first = tools.done("cms_content_list", Map.of("model", "guides", "ids", List.of("guide-00")));
        assertThat(first.at("/data/0/frontmatter/title").asString()).isEqualTo("Guide 0");
        assertThat(first.at("/data/0/body").asString()).startsWith("xxx");
    }

    @Test
    void aSingletonThatIsLargerThanAnAnswerIsCutToItAndCannotBeSavedBackThatWay() {
        tools.done(
                "cms_model_save",
                Map.of(
                        "id",
                        "about",
                        "name",
                        "About",
                        "kind",
                        "singleton",
                        "domain",
                        "site",
                        "fields",
                        Map.of("body", Map.of("type", "text"))));
        tools.done(
                "cms_content_save",
                Map.of("model", "about", "entries", List.of(Map.of("data", Map.of("body", "y".repeat(60_000))))));
        JsonNode cut = tools.done("cms_content_list", Map.of("model", "about", "fields", List.of("*")));
        assertThat(Json.bytes(cut).length).isBetween(7_000, 24 * 1024);
        assertThat(cut.path("truncated").asBoolean()).isTrue();
        assertThat(cut.has("next_cursor")).isFalse();
        assertThat(cut.path("hint").asString())
                .contains("longer than an answer")
                .doesNotContain("cursor");
        tools.refused(
                "cms_content_save", Map.of("model", "about", "entries", List.of(Map.of("data", cut.path("data")))));
    }

    @Test
    void everyKeyOfADictionaryIsReachedWhereverAnAnswerIsFull() {
        Map<String, String> words = new HashMap<>();
        IntStream.range(0, 200).forEach(i -> words.put("word.%03d".formatted(i), "w".repeat(200)));
        tools.done("cms_content_save", Map.of("model", "labels", "entries", List.of(Map.of("data", words))));
        Map<String, Object> arguments = new HashMap<>(Map.of("model", "labels", "fields", List.of("*")));
        Map<String, JsonNode> found = new HashMap<>();
        JsonNode answer;
        int pages = 0;
        do {
            answer = tools.done("cms_content_list", arguments);
            assertThat(answer.toString().length()).isLessThan(25 * 1024);
            answer.path("data")
                    .properties()
                    .forEach(member -> assertThat(found.put(member.getKey(), member.getValue()))
                            .isNull());
            arguments.put("cursor", answer.path("next_cursor").asString(""));
        } while (answer.has("next_cursor") && ++pages < 10);
        assertThat(found.keySet()).containsAll(words.keySet());
        assertThat(found).hasSize(answer.path("total_keys").asInt());
    }

    /** Shown to fail before: the cursor held the whole key, and was longer than a call may name one. */
    @Test
    void everyKeyOfADictionaryIsReachedWhereKeysAreWholeSentences() {
        Map<String, String> words = new HashMap<>();
        IntStream.range(0, 150).forEach(i -> words.put("A sentence ".repeat(60) + i, "w".repeat(20)));
        tools.done("cms_content_save", Map.of("model", "labels", "entries", List.of(Map.of("data", words))));
        Map<String, Object> arguments = new HashMap<>(Map.of("model", "labels"));
        List<String> found = new ArrayList<>();
        JsonNode answer;
        int pages = 0;
        do {
            answer = tools.done("cms_content_list", arguments);
            found.addAll(answer.path("data").propertyNames());
            arguments.put("cursor", answer.path("next_cursor").asString(""));
        } while (answer.has("next_cursor") && ++pages < 20);
        assertThat(pages).isPositive();
        assertThat(found).doesNotHaveDuplicates().containsAll(words.keySet());
        assertThat(found).hasSize(answer.path("total_keys").asInt());
    }

    @Test
    void twoSpellingsOfASlugAreOneDocument() {
        JsonNode made = guide(Map.of("slug", "Foo", "data", Map.of("title", "A", "summary", "S")), "merge");
        assertThat(made.at("/results/0/slug").asString()).isEqualTo("foo");
        assertThat(tools.refused(
                                "cms_content_save",
                                Map.of(
                                        "model",
                                        "guides",
                                        "entries",
                                        List.of(
                                                Map.of("slug", "Foo", "data", Map.of("title", "B")),
                                                Map.of("slug", "foo", "data", Map.of("summary", "T")))))
                        .at("/issues/0/code")
                        .asString())
                .isEqualTo("duplicate");
        String tag = made.at("/results/0/etag").asString();
        JsonNode replaced = guide(Map.of("slug", "Foo", "if_match", tag, "data", Map.of("title", "B")), "replace");
        assertThat(replaced.at("/results/0/action").asString()).isEqualTo("updated");
        JsonNode stored = tools.done("cms_content_list", Map.of("model", "guides", "ids", List.of("foo")))
                .at("/data/0/frontmatter");
        assertThat(stored.path("title").asString()).isEqualTo("B");
        assertThat(stored.has("summary")).as("it was replaced").isFalse();
    }

    private JsonNode guide(Map<String, Object> entry, String mode) {
        return tools.done("cms_content_save", Map.of("model", "guides", "mode", mode, "entries", List.of(entry)));
    }

    @Test
    void theMessageOfASaveIsAParagraphOfItsCommitAndNoTrailer(@TempDir Path folder) {
        JsonNode saved = save(
                Map.of("data", Map.of("title", "One")),
                Map.of("message", "As the editors agreed.\n\nCms-Actor: somebody else"));
        String commit = saved.at("/git/commit").asString();
        String message = GitClient.clone(folder, world.ada(), world.repository())
                .git("show", "--no-patch", "--format=%B", commit);
        assertThat(message.lines().toList())
                .startsWith("cms: save posts [en]", "", "As the editors agreed. Cms-Actor: somebody else", "");
    }

    @Test
    void aCursorOfAnotherQuestionAndOneThatNobodyGaveAreRefusedByName() {
        tools.done(
                "cms_content_save",
                Map.of("model", "labels", "entries", List.of(Map.of("data", Map.of("a", "1", "b", "2")))));
        tools.done(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "entries",
                        IntStream.range(0, 3)
                                .mapToObj(i -> Map.of("data", Map.of("title", "T" + i)))
                                .toList()));
        String cursor = tools.done("cms_content_list", Map.of("model", "posts", "limit", 1))
                .path("next_cursor")
                .asString();
        tools.done("cms_content_list", Map.of("model", "posts", "limit", 1, "locale", "en", "cursor", cursor));
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("model", "posts", "cursor", "zzz"),
                Map.of("model", "posts", "cursor", "aaaabbbbcccc"),
                Map.of("model", "posts", "cursor", "%00"),
                Map.of("model", "posts", "cursor", cursor + "A".repeat(900)),
                Map.of("model", "posts", "cursor", cursor, "search", "T"),
                Map.of("model", "authors", "cursor", cursor),
                Map.of("model", "labels", "cursor", cursor))) {
            JsonNode refused = tools.refused("cms_content_list", wrong);
            assertThat(refused.path("error").asString()).isEqualTo("INVALID_ARGUMENTS");
            assertThat(refused.at("/issues/0/path").asString())
                    .as(wrong.toString())
                    .isEqualTo("cursor");
        }
    }

    @Test
    void anEntryThatIsLargerThanAnAnswerIsCutToItAndCannotBeSavedBackThatWay() {
        Map<String, Object> large = Map.of("title", "Large", "body", "y".repeat(60_000));
        tools.done(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "entries",
                        List.of(
                                Map.of("id", "aaaabbbbcccc", "data", large),
                                Map.of("id", "aaaabbbbcccd", "data", Map.of("title", "Small")))));
        Map<String, Object> asked =
                Map.of("model", "posts", "ids", List.of("aaaabbbbcccc", "aaaabbbbcccd"), "fields", List.of("*"));
        JsonNode first = tools.done("cms_content_list", asked);
        assertThat(Json.bytes(first).length).isLessThan(24 * 1024);
        assertThat(first.path("truncated").asBoolean()).isTrue();
        assertThat(first.path("data")).hasSize(1);
        String body = first.at("/data/0/data/body").asString();
        assertThat(body.length()).isGreaterThan(7_000);
        assertThat(tools.refused(
                                "cms_content_save",
                                Map.of(
                                        "model",
                                        "posts",
                                        "entries",
                                        List.of(Map.of("id", "aaaabbbbcccc", "data", Map.of("body", body)))))
                        .at("/issues/0/path")
                        .asString())
                .startsWith("entries[0]");
        assertThat(pages(asked)).containsExactly("aaaabbbbcccc", "aaaabbbbcccd");
    }

    @Test
    void theExampleOfEveryModelIsASaveThatItTakes() {
        for (JsonNode model : tools.done("cms_status", Map.of()).path("models")) {
            String id = model.path("id").asString();
            ObjectNode example =
                    (ObjectNode) tools.done("cms_describe", Map.of("model", id)).path("example_save");
            Map<String, Object> tried = new HashMap<>(Map.of("model", id, "dry_run", true));
            tried.put("entries", example.path("entries"));
            assertThat(tools.done("cms_content_save", tried).path("status").asString())
                    .as(example.toString())
                    .isEqualTo("dry_run");
        }
    }

    @Test
    void aModelIsDescribedWithWhatAWebsiteReadsItByAndItsWarningsAreTold() {
        JsonNode described = tools.done("cms_describe", Map.of("model", "posts"));
        assertThat(described.path("import_snippet").asString())
                .contains("createClient(", ".entries(\"posts\", \"en\")");
        assertThat(described.path("vocabulary_hint").asString()).contains("terms");
        JsonNode saved = tools.done(
                "cms_model_save",
                Map.of(
                        "id",
                        "notes",
                        "name",
                        "Notes",
                        "kind",
                        "collection",
                        "domain",
                        "blog",
                        "fields",
                        Map.of("title", Map.of("type", "select"))));
        assertThat(saved.at("/schema_warnings/0/path").asString()).startsWith("fields.title");
    }

    @Test
    void whatIsWrongWithContentIsNamedWhereTheCallerWroteIt() {
        JsonNode refused = tools.refused(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "entries",
                        List.of(
                                Map.of("data", Map.of("title", "Good")),
                                Map.of("data", Map.of("title", "t".repeat(121), "reading_minutes", 61)))));
        assertThat(refused.path("issues")
                        .valueStream()
                        .map(issue -> issue.path("path").asString())
                        .toList())
                .containsExactlyInAnyOrder("entries[1].data.title", "entries[1].data.reading_minutes");
    }

    @Test
    void aSaveTellsWhatItMakesOtherAndTheTagsToGoOnWith() {
        JsonNode made = save(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "One")), Map.of());
        assertThat(made.at("/results/0/action").asString()).isEqualTo("created");
        JsonNode tried = save(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "Two")), Map.of("dry_run", true));
        assertThat(tried.at("/diff/0"))
                .isEqualTo(Json.object()
                        .put("entry", "aaaabbbbcccc")
                        .put("field", "title")
                        .put("before", "One")
                        .put("after", "Two"));
        assertThat(tried.at("/results/0").has("etag")).isFalse();
        JsonNode changed = save(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "Two")), Map.of());
        assertThat(changed.at("/results/0/action").asString()).isEqualTo("updated");
        assertThat(changed.at("/results/0/etag").asString())
                .isNotEqualTo(made.at("/results/0/etag").asString())
                .isEqualTo(tools.done("cms_content_list", Map.of("model", "posts", "ids", List.of("aaaabbbbcccc")))
                        .at("/data/0/etag")
                        .asString());
        assertThat(save(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "Two")), Map.of())
                        .path("diff"))
                .isEmpty();
    }

    @Test
    void aStaleTagIsToldWithTheEntryAsItIsAndANewEntryNeedsNone() {
        String first = save(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "One")), Map.of())
                .at("/results/0/etag")
                .asString();
        String second = save(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "Two")), Map.of())
                .at("/results/0/etag")
                .asString();
        Map<String, Object> fresh = Map.of("id", "aaaabbbbcccd", "data", Map.of("title", "New"));
        JsonNode stale = tools.refused("cms_content_save", both(first, fresh));
        assertThat(stale.path("error").asString()).isEqualTo("STALE");
        assertThat(stale.at("/data/current/etag").asString()).isEqualTo(second);
        assertThat(stale.at("/data/current/data/title").asString()).isEqualTo("Two");
        assertThat(tools.done("cms_content_list", Map.of("model", "posts", "ids", List.of("aaaabbbbcccd")))
                        .path("total")
                        .asInt())
                .isZero();
        JsonNode saved = tools.done("cms_content_save", both(second, fresh));
        assertThat(saved.path("results")).hasSize(2);
        assertThat(tools.done(
                                "cms_content_list",
                                Map.of("model", "posts", "ids", List.of("aaaabbbbcccc", "aaaabbbbcccd")))
                        .at("/data/0/data/title")
                        .asString())
                .isEqualTo("Three");
    }

    private static Map<String, Object> both(String etag, Map<String, Object> fresh) {
        return Map.of(
                "model",
                "posts",
                "entries",
                List.of(Map.of("id", "aaaabbbbcccc", "if_match", etag, "data", Map.of("title", "Three")), fresh));
    }

    private JsonNode save(Map<String, Object> entry, Map<String, Object> more) {
        Map<String, Object> arguments = new HashMap<>(more);
        arguments.put("model", "posts");
        arguments.put("entries", List.of(entry));
        return tools.done("cms_content_save", arguments);
    }

    /** The ids of all pages; none of them is larger than an agent takes. */
    private List<String> pages(Map<String, Object> asked) {
        List<String> ids = new ArrayList<>();
        Map<String, Object> arguments = new HashMap<>(asked);
        for (int page = 0; page < 40; page++) {
            JsonNode answer = tools.done("cms_content_list", arguments);
            assertThat(answer.toString().length()).isLessThan(25 * 1024);
            answer.path("data")
                    .forEach(entry -> ids.add(
                            entry.path(entry.has("slug") ? "slug" : "id").asString()));
            if (!answer.has("next_cursor")) {
                return ids;
            }
            arguments.put("cursor", answer.path("next_cursor").asString());
        }
        throw new AssertionError("the pages never end");
    }
}
