package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.Http;
import cms.testing.OpenApiAnswers;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A condition that nobody knows is refused: ignored, it gave everything. */
@Tag("scenario")
class UnknownQueriesTest {
    /** Lists inside an object, which the file describes as such. */
    private static final Pattern MORE_LISTS = Pattern.compile(
            "/(models|branches|history|activity|connected-apps|conversations|repos|available|export|sync|changes|search)$");
    /** Reads that need a key, and are asked with one below. */
    private static final Pattern OF_KEYS = Pattern.compile("^/api/(cdn|media|conversation)/v1/");

    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/brain/sync?filter[title]=First | filter[title] | model, locale, fields, at",
                "/brain/changes?after=1 | after | since, tag",
                "/search?q=a&per_page=1 | per_page | q, model, locale, at, limit",
                "/history?page=2 | page | model, entry, locale, from, at, limit",
                "/activity?per_page=1 | per_page | page, limit, action, sort"
            })
    void theAnswerNamesItAndThoseThatExist(String path, String wrong, String known) {
        String message = world.ada()
                .http()
                .get(world.p() + path.replace("[", "%5B").replace("]", "%5D"))
                .is(400)
                .json()
                .path("message")
                .asString();
        assertThat(message).isEqualTo("There is no query parameter `" + wrong + "` here; there are " + known + ".");
    }

    /** Every list that the file of the interface has, with the parameters that it gives to it. */
    @Test
    void noListTakesAnUnknownCondition() {
        Map<String, Set<String>> lists = lists();
        assertThat(lists).hasSizeGreaterThan(30);
        lists.forEach((path, known) -> {
            String message = world.ada()
                    .http()
                    .get(path + "?nope=1")
                    .is(400)
                    .json()
                    .path("message")
                    .asString();
            String names = message.replaceFirst("There is no query parameter `nope` here; there are (.*)\\.", "$1");
            assertThat(Set.of(names.split(", "))).as(path).isEqualTo(known.isEmpty() ? Set.of("none") : known);
        });
    }

    @Test
    void whatIsNoListTellsItToo() {
        for (String path : List.of(
                "/api/auth/me",
                "/api/workspaces/" + world.workspaceId() + "/usage",
                "/api/git_host/installation",
                "/api/git_host/scan",
                world.p() + "/health")) {
            assertThat(world.ada().http().get(path + "?nope=1").is(400).text())
                    .as(path)
                    .contains("There is no query parameter `nope` here");
        }
        world.ada().http().get(world.p() + "/health?at=main").is(200);
    }

    @Test
    void aParameterThatIsReadOnceMayStandOnce() {
        Http ada = world.ada().http();
        String text = ada.get(world.p() + "/history?limit=1&limit=2").is(400).text();
        assertThat(text).contains("The query parameter `limit` may stand once.");
        ada.get(world.p() + "/branches?details=true&model=posts&model=authors").is(400);
        ada.post(world.p() + "/content/posts?dryRun=true&dryRun=false", Map.of("data", Map.of()))
                .is(400);
    }

    /** By path, with ids of the world or any; the value is the names of their query parameters. */
    private static Map<String, Set<String>> lists() {
        JsonNode file = OpenApiAnswers.file();
        Map<String, Set<String>> lists = new TreeMap<>();
        file.get("paths").properties().forEach(path -> {
            JsonNode read = path.getValue().path("get");
            Set<String> names = new TreeSet<>();
            for (JsonNode stated : path.getValue().path("parameters").values()) {
                queryName(resolved(file, stated)).ifPresent(names::add);
            }
            for (JsonNode stated : read.path("parameters").values()) {
                queryName(resolved(file, stated)).ifPresent(names::add);
            }
            JsonNode schema = resolved(file, read.at("/responses/200/content/application~1json/schema"));
            boolean isList = schema.path("type").asString("").equals("array")
                    || MORE_LISTS.matcher(path.getKey()).find()
                    || names.stream().anyMatch(Set.of("page", "limit", "cursor")::contains);
            if (isList
                    && !read.isMissingNode()
                    && !OF_KEYS.matcher(path.getKey()).find()) {
                lists.put(filled(path.getKey()), names);
            }
        });
        return lists;
    }

    private static Optional<String> queryName(JsonNode parameter) {
        return parameter.path("in").asString().equals("query")
                ? Optional.of(parameter.path("name").asString())
                : Optional.empty();
    }

    private static JsonNode resolved(JsonNode file, JsonNode node) {
        return node.has("$ref") ? file.at(node.get("$ref").asString().substring(1)) : node;
    }

    private static String filled(String path) {
        return path.replace("{workspaceId}", world.workspaceId())
                .replace("{projectId}", world.projectId())
                .replace("{modelId}", "posts")
                .replaceAll("\\{[a-zA-Z]+}", "00000000-0000-7000-8000-000000000000");
    }

    @Test
    void aReaderOfEntriesIsToldTooAndFilesGoOnIgnoringThem() {
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        String key = world.ada()
                .http()
                .post(world.p() + "/cdn/keys", Map.of("name", "site"))
                .is(200)
                .json()
                .path("key")
                .asString();
        try (Events build = world.ada().http().events("POST", world.p() + "/cdn/builds/trigger", null)) {
            build.rest();
        }
        String project = world.projectId();
        Http site = new Http(app.url()).bearer(key);
        String query = "/api/cdn/v1/" + project + "/query/posts/en";

        assertThat(site.get(query + "?page=2&per_page=1").is(400).text())
                .contains("no query parameter `page`", "filter, sort, fields, limit, cursor, include, fallback");
        site.get(query + "?limit=1").is(200);
        site.get("/api/cdn/v1/" + project + "/_manifest.json?v=17").is(200);
        String reader = world.ada()
                .http()
                .post(world.p() + "/cdn/keys", Map.of("name", "pictures", "scopes", List.of("media:read")))
                .is(200)
                .json()
                .path("key")
                .asString();
        assertThat(new Http(app.url())
                        .bearer(reader)
                        .get("/api/media/v1/" + project + "/assets?per_page=2")
                        .is(400)
                        .text())
                .contains("no query parameter `per_page`", "page, limit, search");
        String program = world.ada()
                .http()
                .post(world.p() + "/conversation-keys", Map.of("name", "robot"))
                .is(200)
                .json()
                .path("key")
                .asString();
        assertThat(new Http(app.url())
                        .bearer(program)
                        .get("/api/conversation/v1/" + project + "/history?page=2")
                        .is(400)
                        .text())
                .contains("no query parameter `page`", "conversationId, limit");
    }
}
