package cms.delivery.preview;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Shown to fail without each check of {@link Previews#read}, and with a token that is stored as it is. */
class PreviewTest {
    private static final String HOME = "content/home/en.json";
    private static final String POSTS = "content/posts/en.json";

    private TestApp app;
    private World world;
    private Website site;
    private Http anybody;
    private String branch;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        site = Website.of(world);
        anybody = new Http(app.url());
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        branch = world.bo()
                .http()
                .post(
                        world.p() + "/content/posts",
                        Map.of(
                                "locale",
                                "en",
                                "data",
                                Map.of("aaaabbbbcccc", Map.of("title", "Waits for a review", "slug", "waits"))))
                .is(200)
                .json()
                .get("branch")
                .asString();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aChangeIsReadThroughTheSamePathsWithItsDrafts() {
        String id = site.get(POSTS).json().propertyNames().iterator().next();
        world.bo()
                .http()
                .patch(
                        world.p() + "/content/posts/status",
                        Map.of("locale", "en", "entryIds", List.of(id), "status", "draft", "branch", branch));
        String url = url(make(Map.of()));
        Reply posts = anybody.get(url + POSTS).is(200);
        assertThat(posts.text()).contains("Waits for a review", id);
        assertThat(site.get(POSTS).text()).doesNotContain("Waits for a review");
        assertThat(posts.header("Content-Type")).startsWith("application/json");
        assertThat(posts.header("Cache-Control")).isEqualTo("no-store");
        assertThat(posts.header("X-Robots-Tag")).contains("noindex");
        assertThat(posts.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(anybody.get(url + "content/posts/en").is(200).text()).isEqualTo(posts.text());
        assertThat(anybody.get(url + HOME).is(200).text())
                .isEqualTo(site.get(HOME).text());
        JsonNode manifest = anybody.get(url + "_manifest.json").is(200).json();
        assertThat(manifest.get("branch").asString()).isEqualTo(branch);
        for (String path : List.of("models/_index.json", "meta/posts/en.json", "_bundle/en.json")) {
            anybody.get(url + path).is(200);
        }
        Reply none = anybody.get(url + "content/nothing/en.json").is(404);
        assertThat(none.header("X-Robots-Tag")).contains("noindex");
        assertThat(none.header("Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void aLaterSaveIntoTheChangeShowsAtOnce() {
        String url = url(make(Map.of()));
        anybody.get(url + POSTS).is(200);
        world.bo()
                .http()
                .post(
                        world.p() + "/content/posts",
                        Map.of(
                                "locale",
                                "en",
                                "branch",
                                branch,
                                "data",
                                Map.of("aaaabbbbcccc", Map.of("title", "Better now", "slug", "waits"))))
                .is(200);
        assertThat(anybody.get(url + POSTS).text()).contains("Better now");
    }

    @Test
    void itEndsWhenItIsRevokedOrItsTimeIsOver() {
        JsonNode made = make(Map.of());
        String url = url(made);
        anybody.get(url + POSTS).is(200);
        world.ada()
                .http()
                .delete(world.p() + "/previews/" + made.get("id").asString())
                .is(200);
        assertGone(url);
        world.ada()
                .http()
                .delete(world.p() + "/previews/" + made.get("id").asString())
                .is(404);
        String short_ = url(make(Map.of("expiresIn", 60)));
        anybody.get(short_ + POSTS).is(200);
        app.clock().advance(Duration.ofSeconds(60));
        assertGone(short_);
        assertThat(world.bo().http().get(world.p() + "/previews").is(200).json())
                .isEmpty();
    }

    @Test
    void itDiesWithItsBranch() {
        String url = url(make(Map.of()));
        anybody.get(url + POSTS).is(200);
        String name = URLEncoder.encode(branch, StandardCharsets.UTF_8);
        world.cy()
                .http()
                .post(world.p() + "/branches/" + name + "/reject", Map.of())
                .is(200);
        assertGone(url);
        assertThat(world.bo().http().get(world.p() + "/previews").is(200).json())
                .isEmpty();
    }

    /** Shown to fail when the row stays: then the link lives again with the new membership. */
    @Test
    void itDiesWithTheMembershipOfItsMakerForGood() {
        String url = url(make(Map.of()));
        anybody.get(url + POSTS).is(200);
        world.ada().http().delete(membershipOfBo()).is(200);
        assertGone(url);
        world.ada()
                .http()
                .post(world.p() + "/members", Map.of("userId", world.bo().id(), "role", "editor"))
                .is(200);
        assertGone(url);
        anybody.get(url(make(Map.of())) + POSTS).is(200);
    }

    @Test
    void itDiesWithTheRoleOfItsMaker() {
        String url = url(make(Map.of()));
        anybody.get(url + POSTS).is(200);
        world.ada()
                .http()
                .post(world.p() + "/members", Map.of("userId", world.bo().id(), "role", "viewer"))
                .is(200);
        assertGone(url);
    }

    @Test
    void itDiesWithThePlan() throws SQLException {
        String url = url(make(Map.of()));
        anybody.get(url + POSTS).is(200);
        try (var rows = app.rows();
                var fall = rows.createStatement()) {
            fall.executeUpdate("UPDATE workspaces SET plan = 'free'");
        }
        assertGone(url);
    }

    @Test
    void itShowsOnlyTheModelsThatItsMakerMaySee() {
        String url = url(make(Map.of()));
        anybody.get(url + HOME).is(200);
        world.narrow(world.bo(), "editor", "posts");
        anybody.get(url + POSTS).is(200);
        anybody.get(url + HOME).is(404);
        anybody.get(url + "models/home.json").is(404);
        assertThat(anybody.get(url + "_bundle/en.json").is(200).text()).doesNotContain("content/home");
        assertThat(anybody.get(url + "models/_index.json").is(200).text()).doesNotContain("\"home\"");
    }

    @Test
    void itShowsNothingBeyondItsPathsItsProjectAndItsToken() {
        String url = url(make(Map.of("paths", List.of(POSTS, "models/"))));
        anybody.get(url + POSTS).is(200);
        anybody.get(url + "content/posts/en").is(200);
        anybody.get(url + "models/home.json").is(200);
        anybody.get(url + HOME).is(404);
        anybody.get(url + "_bundle/en.json").is(404);
        anybody.get(url.replace(world.projectId(), "another") + POSTS).is(404);
        anybody.get(url.replace("/~/", "/~/x") + POSTS).is(404);
        anybody.get(url + "..%2f" + POSTS).is(400);
        site.http().get("/api/cdn/v1/" + world.projectId() + "/" + POSTS).is(200);
        anybody.get("/api/cdn/v1/" + world.projectId() + "/" + POSTS).is(401);
    }

    @Test
    void whatHasLandedIsShownWithItsDraftsForADay() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "auto-merge"))
                .is(200);
        world.bo()
                .http()
                .post(
                        world.p() + "/content/posts",
                        Json.parse("{\"data\":{\"aaaabbbbcccf\":{\"title\":\"Only a draft\"}}}"))
                .is(200);
        JsonNode made = world.bo()
                .http()
                .post(world.p() + "/previews", Map.of("branch", "cms"))
                .is(200)
                .json();
        assertThat(anybody.get(url(made) + POSTS).is(200).text()).contains("Only a draft");
        app.clock().advance(Duration.ofHours(23));
        anybody.get(url(made) + POSTS).is(200);
        app.clock().advance(Duration.ofHours(1));
        assertGone(url(made));
    }

    /** Before, its manifest named the newest commit, which moved with each landing. */
    @Test
    void whatHasLandedNamesTheCommitThatItsMakerIsToldOf() {
        Http ada = world.ada().http();
        Http bo = world.bo().http();
        world.narrow(world.bo(), "editor", "posts");
        ada.patch(world.p() + "/config", Map.of("workflow", "auto-merge")).is(200);
        String url = url(bo.post(world.p() + "/previews", Map.of("branch", "cms"))
                .is(200)
                .json());
        JsonNode before = anybody.get(url + "_manifest.json").is(200).json();
        assertThat(bo.get(world.p() + "/brain/sync").is(200).header("ETag"))
                .contains(before.get("commitSha").asString());

        app.clock().advance(Duration.ofMinutes(1));
        ada.post(world.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "Elsewhere")))
                .is(200);

        assertThat(anybody.get(url + "_manifest.json").is(200).json()).isEqualTo(before);
        bo.post(world.p() + "/content/posts", Json.parse("{\"data\":{\"aaaabbbbcccf\":{\"title\":\"Own\"}}}"))
                .is(200);
        assertThat(anybody.get(url + POSTS).is(200).text()).contains("Own");
        assertThat(bo.get(world.p() + "/brain/sync").is(200).header("ETag"))
                .contains(anybody.get(url + "_manifest.json")
                        .is(200)
                        .json()
                        .get("commitSha")
                        .asString());
    }

    /** Shown to fail where only the branch of this service is looked for, which the first landing makes. */
    @Test
    void beforeAnythingHasLandedTheDefaultBranchIsShown() {
        String fresh = World.connect(world.ada(), world.workspaceId(), "starters/blog", "fresh");
        JsonNode made = world.ada()
                .http()
                .post(
                        "/api/workspaces/" + world.workspaceId() + "/projects/" + fresh + "/previews",
                        Map.of("branch", "cms"))
                .is(200)
                .json();
        anybody.get(url(made) + "models/_index.json").is(200);
    }

    /** The neighbour has an open change of the same name, and whoever made the preview may see both. */
    @Test
    void itShowsNothingOfAnotherProject() {
        String url = url(world.ada()
                .http()
                .post(world.p() + "/previews", Map.of("branch", branch, "expiresIn", 3_600))
                .is(200)
                .json());
        String neighbour = World.connect(world.ada(), world.workspaceId(), "starters/blog", "neighbour");
        GitClient.clone(app.data(), world.ada(), "ada/neighbour")
                .git("push", "--quiet", "origin", "HEAD:refs/heads/" + branch);
        anybody.get(url + POSTS).is(200);
        assertGone(url.replace(world.projectId(), neighbour));
    }

    @Test
    void whatIsNoPreviewIsRefused() {
        Http bo = world.bo().http();
        for (Map<String, Object> body : List.<Map<String, Object>>of(
                Map.of(),
                Map.of("branch", branch, "expiresIn", 59),
                Map.of("branch", branch, "expiresIn", 604_801),
                Map.of("branch", branch, "expiresIn", "1d"),
                Map.of("branch", "main", "expiresIn", 60),
                Map.of("branch", branch, "expiresIn", 60, "paths", "all"),
                Map.of("branch", branch, "expiresIn", 60, "paths", List.of("/content")),
                Map.of("branch", branch, "expiresIn", 60, "paths", List.of("")))) {
            bo.post(world.p() + "/previews", body).is(400);
        }
        bo.post(world.p() + "/previews", Map.of("branch", "cr/content/posts/en/1-aaaa", "expiresIn", 60))
                .is(404);
        world.dee()
                .http()
                .post(world.p() + "/previews", Map.of("branch", branch, "expiresIn", 60))
                .is(403);
    }

    @Test
    void itsTokenIsInNoRowAndInNoLog() throws SQLException {
        Logger requests = (Logger) LoggerFactory.getLogger("cms.request");
        requests.setLevel(Level.ALL);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        requests.addAppender(log);
        String url = url(make(Map.of()));
        String token = url.substring(url.indexOf("/~/") + 3, url.length() - 1);
        anybody.get(url + POSTS).is(200);
        anybody.get(url + "nothing").is(404);
        requests.detachAppender(log);
        requests.setLevel(null);
        assertThat(log.list.stream().map(ILoggingEvent::getFormattedMessage))
                .isNotEmpty()
                .noneMatch(line -> line.contains(token));
        try (var rows = app.rows().createStatement().executeQuery("SELECT * FROM delivery_previews")) {
            assertThat(rows.next()).isTrue();
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                assertThat(rows.getString(column)).doesNotContain(token);
            }
        }
    }

    private JsonNode make(Map<String, Object> more) {
        Map<String, Object> body = new HashMap<>(Map.of("branch", branch, "expiresIn", 3_600));
        body.putAll(more);
        return world.bo().http().post(world.p() + "/previews", body).is(200).json();
    }

    private String membershipOfBo() {
        JsonNode members = world.ada().http().get(world.p() + "/members").json();
        return members.valueStream()
                .filter(member -> member.toString().contains(world.bo().id()))
                .map(member -> world.p() + "/members/" + member.get("id").asString())
                .findFirst()
                .orElseThrow();
    }

    private static String url(JsonNode made) {
        return URI.create(made.get("url").asString()).getPath();
    }

    private void assertGone(String url) {
        assertThat(anybody.get(url + POSTS).is(404).json().get("message").asString())
                .isEqualTo("There is no such preview, or it has ended.");
    }
}
