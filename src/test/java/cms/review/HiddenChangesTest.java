package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a member whose role covers one model learns of the others: nothing, by no route. Each shown to fail before. */
@Tag("scenario")
class HiddenChangesTest {
    private static TestApp app;
    private static World world;
    private static Http narrow;
    private static String hidden;
    private static String seen;
    private static String preview;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        hidden = change("posts", "{\"data\":{\"aaaabbbbcccc\":{\"title\":\"Hidden\"}}}");
        seen = change("authors", "{\"data\":{\"aaaabbbbcccd\":{\"name\":\"Seen\"}}}");
        preview = world.ada()
                .http()
                .post(world.p() + "/previews", Map.of("branch", hidden, "expiresIn", 3_600))
                .is(200)
                .json()
                .path("id")
                .asString();
        world.narrow(world.bo(), "editor", "authors");
        narrow = world.bo().http();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void aHiddenChangeIsTheSameAsNoneAtEveryRouteThatTakesABranch() {
        String none = hidden.substring(0, hidden.lastIndexOf('-')) + "-ffff";
        for (String path : List.of(
                "/brain/sync?at=%s",
                "/health?at=%s",
                "/search?q=a&at=%s",
                "/history?from=%s",
                "/models?at=%s",
                "/content/authors?at=%s",
                "/branches/%s/diff")) {
            Reply answer =
                    narrow.get(world.p() + path.formatted(encoded(hidden))).is(404);
            Reply ofNone = narrow.get(world.p() + path.formatted(encoded(none))).is(404);
            assertThat(ofNone.json()).as(path).isEqualTo(answer.json());
            assertThat(headers(ofNone)).as(path).isEqualTo(headers(answer));
            narrow.get(world.p() + path.formatted(encoded(seen))).is(200);
        }
    }

    @Test
    void previewsOfHiddenChangesAreNeitherShownNorEnded() {
        assertThat(narrow.get(world.p() + "/previews").is(200).json()).isEmpty();
        narrow.delete(world.p() + "/previews/" + preview).is(404);
        assertThat(world.ada().http().get(world.p() + "/previews").is(200).json())
                .hasSize(1);
    }

    /** Before, she saw and could end all those of what has landed, with the paths of hidden models. */
    @Test
    void previewsOfOthersAreShownAndEndedAsFarAsTheyTellOfNoHiddenModel() {
        Http ada = world.ada().http();
        String landed = preview(ada, "cms", "content/posts/en.json");
        String named = preview(ada, seen, "content/posts/en.json");
        String whole = preview(ada, seen);
        world.narrow(world.cy(), "editor", "authors");
        String equal = preview(world.cy().http(), "cms", "content/authors/en.json");
        String own = preview(narrow, "cms");

        List<String> shown = narrow.get(world.p() + "/previews")
                .is(200)
                .json()
                .valueStream()
                .map(one -> one.get("id").asString())
                .toList();
        assertThat(shown).containsExactlyInAnyOrder(whole, equal, own);
        narrow.delete(world.p() + "/previews/" + landed).is(404);
        narrow.delete(world.p() + "/previews/" + named).is(404);
        for (String one : List.of(whole, equal, own)) {
            narrow.delete(world.p() + "/previews/" + one).is(200);
        }
        ada.delete(world.p() + "/previews/" + landed).is(200);
        ada.delete(world.p() + "/previews/" + named).is(200);
    }

    private static String preview(Http maker, String branch, String... paths) {
        return maker.post(world.p() + "/previews", Map.of("branch", branch, "paths", List.of(paths)))
                .is(200)
                .json()
                .get("id")
                .asString();
    }

    @Test
    void theLogNamesNoHiddenModelAndNoOtherProject() {
        String other = World.connect(world.ada(), world.workspaceId(), "starters/blank", "other");
        String log = narrow.get(world.p() + "/activity?limit=100").is(200).text();
        assertThat(log)
                .contains("authors")
                .doesNotContain("\"posts\"")
                .doesNotContain(hidden)
                .doesNotContain(other);
        JsonNode all = world.ada()
                .http()
                .get(world.p() + "/activity?limit=100")
                .is(200)
                .json();
        assertThat(all.toString()).contains("posts", other);
        JsonNode page =
                narrow.get(world.p() + "/activity?limit=1&page=2").is(200).json();
        assertThat(page.path("data")).hasSize(1);
        assertThat(page.path("total").asInt()).isLessThan(all.path("total").asInt());
    }

    /** Shown to fail where all open changes were counted for everybody. */
    @Test
    void onlyChangesThatAreSeenAreCounted() {
        for (String path : List.of("/branches/health", "/health")) {
            JsonNode mine = narrow.get(world.p() + path).is(200).json();
            JsonNode all = world.ada().http().get(world.p() + path).is(200).json();
            assertThat(mine.findValue("unmergedCount").asInt()).as(path).isEqualTo(1);
            assertThat(all.findValue("unmergedCount").asInt()).as(path).isEqualTo(2);
        }
    }

    /**
     * A change is named after the model of its first commit, and others may write into it. Before, events and uses of
     * assets were told by the model of the commit alone.
     */
    @Test
    void whatIsWrittenIntoAHiddenChangeIsNotToldWithItsName() {
        Http ada = world.ada().http();
        JsonNode asset = Form.of("a.pdf", Form.PDF)
                .post(ada, world.p() + "/media")
                .is(201)
                .json();
        String used = "See " + asset.get("originalPath").asString();
        Map<String, Object> author = Map.of("aaaabbbbccce", Map.of("name", "In it", "bio", used));
        try (Events stream = narrow.events("GET", world.p() + "/events", null)) {
            ada.post(world.p() + "/content/authors", Map.of("branch", hidden, "data", author))
                    .is(200);
            String next = change("authors", "{\"data\":{\"aaaabbbbcccf\":{\"name\":\"Heard\"}}}");
            assertThat(stream.next().orElseThrow().get("branch").asString()).isEqualTo(next);
            ada.post(world.p() + "/branches/" + encoded(next) + "/reject").is(200);
        }
        String path = world.p() + "/media/" + asset.get("id").asString();
        assertThat(ada.get(path).is(200).json().at("/usedIn/0/branch").asString())
                .isEqualTo(hidden);
        assertThat(narrow.get(path).is(200).json().get("usedIn")).isEmpty();
        assertThat(narrow.get(world.p() + "/media?limit=100").is(200).text()).doesNotContain(hidden);
    }

    @Test
    void theTagOfASnapshotIsMadeOfWhatIsSeenAlone() {
        String before = narrow.get(world.p() + "/brain/sync").is(200).header("ETag");
        assertThat(before).matches("\"[0-9a-f]{40}-[0-9a-f]{24}\"");
    }

    private static String change(String model, String body) {
        return world.bo()
                .http()
                .post(world.p() + "/content/" + model, Json.parse(body))
                .is(200)
                .json()
                .path("branch")
                .asString();
    }

    /** Without those that differ between any two answers. */
    private static Map<String, List<String>> headers(Reply reply) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(reply.headers().map());
        headers.remove("Date");
        headers.remove("X-Request-Id");
        return headers;
    }

    private static String encoded(String branch) {
        return URLEncoder.encode(branch, StandardCharsets.UTF_8);
    }
}
