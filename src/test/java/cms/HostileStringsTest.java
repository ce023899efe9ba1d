package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.RoutePaths;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Strings that break parsers, paths, shells and pages, wherever a string may stand: kept as sent or refused. */
@Tag("large")
class HostileStringsTest {
    private static final List<String> STRINGS = strings();

    private static TestApp app;
    private static World world;

    /** In a file, as the journeys of the studio write them, too. */
    private static List<String> strings() {
        try {
            String text = Files.readString(Path.of("src/test/resources/hostile/strings.json"));
            return Json.parse(text).valueStream().map(JsonNode::asString).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    /** All in one save; what is not valid in it is refused by name, and the rest is saved without it. */
    @Test
    void aStoredTextIsTheTextThatWasSent() {
        Map<String, Map<String, Object>> authors = new LinkedHashMap<>();
        for (int i = 0; i < STRINGS.size(); i++) {
            authors.put("hostile-" + i, Map.of("name", "Somebody", "bio", STRINGS.get(i)));
        }
        JsonNode refused = save("authors", Map.of("data", authors)).is(200).json();
        refused.at("/validation/errors")
                .valueStream()
                .filter(finding -> finding.get("severity").asString().equals("error"))
                .forEach(finding -> authors.remove(finding.path("entry").asString()));
        Reply reply = save("authors", Map.of("data", authors)).is(200);
        assertThat(reply.json().at("/validation/valid").asBoolean())
                .as(reply.text())
                .isTrue();
        JsonNode stored = snapshot().at("/content/authors:en");
        authors.forEach((name, author) -> {
            JsonNode bio = stored.path(name).path("bio");
            assertThat(bio.isMissingNode() ? "" : bio.asString()).as(name).isEqualTo(author.get("bio"));
        });
        assertThat(authors).hasSizeGreaterThan(STRINGS.size() * 9 / 10);
    }

    @Test
    void aStoredDocumentIsTheDocumentThatWasSent() {
        List<Integer> stored = new ArrayList<>();
        for (int i = 0; i < STRINGS.size(); i++) {
            Reply reply = save("guides", guide(i));
            assertThat(reply.status())
                    .as("summary %s", Json.text(STRINGS.get(i)))
                    .isEqualTo(200);
            if (reply.json().at("/validation/valid").asBoolean()) {
                stored.add(i);
            }
        }
        Map<String, JsonNode> documents = new HashMap<>();
        snapshot()
                .at("/content/guides:en")
                .forEach(one -> documents.put(one.get("slug").asString(), one));
        for (int i : stored) {
            String text = STRINGS.get(i);
            JsonNode document = documents.get("hostile-" + i);
            assertThat(document.at("/frontmatter/summary").asString("")).isEqualTo(text);
            assertThat(document.at("/frontmatter/tags/0").asString("")).isEqualTo(text);
            assertThat(document.get("body").asString().replace("\r\n", "\n"))
                    .isEqualTo(("before\n\n" + text + "\n\nafter").replace("\r\n", "\n"));
        }
        assertThat(stored).isNotEmpty();
    }

    private static Map<String, Object> guide(int number) {
        String text = STRINGS.get(number);
        return Map.of(
                "locale",
                "en",
                "slug",
                "hostile-" + number,
                "data",
                Map.of("title", "Hostile", "summary", text, "tags", List.of(text, "x")),
                "body",
                "before\n\n" + text + "\n\nafter");
    }

    @Test
    void namesOfEntriesSlugsKeysLocalesAndMembersNeverLeaveTheirFolders(@TempDir Path folder) {
        for (String text : STRINGS) {
            List<Map<String, Object>> bodies = List.of(
                    Map.of("data", Map.of(text, Map.of("name", "Somebody"))),
                    Map.of("data", Map.of("somebody", Map.of(text, "x", "name", "Somebody"))),
                    Map.of("locale", text, "data", Map.of("somebody", Map.of("name", "Somebody"))));
            bodies.forEach(body -> fine(save("authors", body), text));
            fine(save("labels", Map.of("data", Map.of(text, "label"))), text);
            fine(save("labels", Map.of("data", Map.of("hostile", text))), text);
            fine(save("guides", Map.of("slug", text, "data", Map.of("title", "x"))), text);
            fine(save("guides", Map.of("data", Map.of(text, Map.of("title", "x")))), text);
            fine(
                    ada().patch(
                                    world.p() + "/content/authors/status",
                                    Map.of("entryIds", List.of(text), "status", "published")),
                    text);
            fine(ada().patch(world.p() + "/vocabulary", Map.of("terms", Map.of(text, Map.of("en", text)))), text);
            fine(ada().patch(world.p() + "/vocabulary", Map.of("terms", Map.of("term", Map.of(text, "x")))), text);
        }
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        assertThat(clone.git("ls-tree", "-r", "--name-only", "-z", "HEAD").split("\0"))
                .filteredOn(path -> !path.isBlank())
                .allMatch(path -> path.matches("README\\.md|\\.gitignore|package\\.json|\\.cms/[A-Za-z0-9._/-]+"))
                .noneMatch(path -> path.contains("..") || path.contains("//"));
        assertThat(snapshot().at("/schemaValidation/modelCount").asInt()).isPositive();
    }

    @Test
    void everyStringMemberOfEveryBodyTakesOrRefusesThem() {
        RoutePaths paths = RoutePaths.of(world, "none", "none", "cr/none/1-0000");
        for (Route route : app.routes()) {
            boolean delete = route.method() == Route.Method.DELETE;
            if (route.surface() == Surface.SESSION && !delete) {
                for (var member : RoutePaths.members(route).entrySet()) {
                    for (String text : mayBeText(member.getValue()) ? STRINGS : STRINGS.subList(0, 3)) {
                        Reply reply =
                                ada().send(route.method().name(), paths.path(route), Map.of(member.getKey(), text));
                        assertThat(reply.status())
                                .as("%s %s", route.path(), member)
                                .isLessThan(500);
                    }
                }
            }
        }
    }

    @Test
    void entriesOfAnyShapeAreSavedOrRefused() {
        Object deep = "bottom";
        for (int level = 0; level < 90; level++) {
            deep = level % 2 == 0 ? List.of(deep) : Map.of("a", deep);
        }
        List<Object> values = List.of(
                deep,
                List.of(),
                Map.of(),
                List.of(List.of()),
                1e308,
                -1e-308,
                0.1,
                Long.MAX_VALUE,
                true,
                "x".repeat(20_000),
                List.of(1, "a", true, Map.of()),
                Map.of("__proto__", Map.of("admin", true)));
        for (String model : List.of("authors", "home", "labels", "guides", "settings", "categories", "none")) {
            for (Object value : values) {
                boolean isCollection = model.equals("authors") || model.equals("categories");
                for (String field : List.of("name", "title", "topics", "active", "joined_on", "unknown", "portrait")) {
                    fine(save(model, isCollection ? inEntry(field, value) : outside(field, value)), model);
                }
                // The shape of another kind.
                fine(save(model, isCollection ? outside("title", value) : inEntry("title", value)), model);
                fine(save(model, Map.of("data", Map.of("entry1", value))), model);
            }
        }
        assertThat(snapshot().get("content").isObject()).isTrue();
    }

    @Test
    void anOversizedBodyIs413OnEveryRouteBeforeItIsSent() throws IOException {
        RoutePaths paths = RoutePaths.of(world, "none", "none", "cr/none/1-0000");
        for (Route route : app.routes()) {
            if (!RoutePaths.members(route).isEmpty()) {
                String head = route.method() + " " + paths.path(route) + " HTTP/1.1\r\nHost: localhost\r\n"
                        + "Authorization: Bearer " + world.ada().token() + "\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n";
                try (Socket socket = new Socket("127.0.0.1", app.url().getPort())) {
                    socket.setSoTimeout(60_000);
                    OutputStream out = socket.getOutputStream();
                    out.write(head.getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                    byte[] answer = socket.getInputStream().readNBytes("HTTP/1.1 413".length());
                    assertThat(new String(answer, StandardCharsets.US_ASCII))
                            .as(route.path())
                            .isEqualTo("HTTP/1.1 413");
                }
            }
        }
    }

    private static Map<String, Object> inEntry(String field, Object value) {
        return Map.of("data", Map.of("entry1", Map.of(field, value)));
    }

    private static Map<String, Object> outside(String field, Object value) {
        return Map.of("slug", "any-shape", "data", Map.of(field, value));
    }

    /** Whether a member takes a text at all; where it does not, some are enough. */
    private static boolean mayBeText(JsonNode schema) {
        String type = schema.path("type").asString("");
        return !List.of("boolean", "integer", "array", "object").contains(type);
    }

    private static Reply save(String model, Map<String, Object> body) {
        return ada().post(world.p() + "/content/" + model, body);
    }

    private static void fine(Reply reply, String text) {
        assertThat(reply.status())
                .as("%s with %s: %s", reply.request(), Json.text(text), reply.text())
                .isLessThan(500);
    }

    private static JsonNode snapshot() {
        return ada().get(world.p() + "/brain/sync").is(200).json();
    }

    private static Http ada() {
        return world.ada().http();
    }
}
