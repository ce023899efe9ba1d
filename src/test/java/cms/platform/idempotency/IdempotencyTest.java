package cms.platform.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Requests that are sent twice, through the public door. */
class IdempotencyTest {
    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aRepeatedSaveIsAnsweredAsBeforeAlsoAfterARestart() {
        Reply first = save(key("k-1"), "One").is(200);
        app.restart();
        Reply second = save(key("k-1"), "One").is(200);

        assertThat(second.json()).isEqualTo(first.json());
        assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(landings()).isEqualTo(1);
    }

    /** Fails without the trailer of the key, or when nobody looks for it: then there are two commits. */
    @Test
    void aSaveWhoseAnswerWasLostInACrashIsFoundInGit() throws SQLException {
        Reply first = save(key("k-1"), "One").is(200);
        forgetRows();

        Reply second = save(key("k-1"), "One").is(200);

        assertThat(second.json()).isEqualTo(first.json());
        assertThat(landings()).isEqualTo(1);
        forgetRows();
        save(key("k-1"), "Two").is(422);
        forgetRows();
        app.restart();
        assertThat(save(key("k-1"), "One").is(200).json()).isEqualTo(first.json());
    }

    @Test
    void aMergeWhoseAnswerWasLostInACrashIsFoundInGit() throws SQLException {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        String branch =
                save(world.bo().http(), "One").is(200).json().path("branch").asString();
        String path = world.p() + "/branches/" + URLEncoder.encode(branch, StandardCharsets.UTF_8) + "/merge";
        Http cy = world.cy().http().with("Idempotency-Key", "merge");
        Reply first = cy.post(path).is(200);
        assertThat(cy.post(path).is(200).json()).isEqualTo(first.json());
        forgetRows();

        assertThat(cy.post(path).is(200).json()).isEqualTo(first.json());
    }

    /** Shown to fail without the mark in the journal: then the repeat is answered 404. */
    @Test
    void aRejectionAndACleanUpWhoseAnswersWereLostInACrashAreFoundInTheJournal() throws SQLException {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
        String branch =
                save(world.bo().http(), "One").is(200).json().path("branch").asString();
        String path = world.p() + "/branches/" + URLEncoder.encode(branch, StandardCharsets.UTF_8) + "/reject";
        Http cy = world.cy().http().with("Idempotency-Key", "reject");
        Reply first = cy.post(path).is(200);
        forgetRows();
        assertThat(cy.post(path).is(200).json()).isEqualTo(first.json());
        forgetRows();
        app.restart();
        assertThat(cy.post(path).is(200).json()).isEqualTo(first.json());
        world.cy().http().post(path).is(404);
    }

    /** Every one: a key that cannot be one is refused before the route looks at anything. */
    @Test
    void everyRouteOfASignedInPersonThatWritesTakesAKey() {
        Http ada = world.ada().http().with("Idempotency-Key", "x".repeat(256));
        List<String> without = app.routes().stream()
                .filter(route -> route.surface() == Surface.SESSION && route.method() != Route.Method.GET)
                .filter(route -> !(route.handler() instanceof OwnIdempotency)) // looks at it with its own body
                .filter(route -> {
                    String path = route.path().replaceAll("[{<][^}>]+[}>]", "1");
                    Reply reply = ada.send(route.method().name(), path, Map.of());
                    return reply.status() != 400 || !reply.text().contains("Idempotency-Key");
                })
                .map(route -> route.method() + " " + route.path())
                .toList();
        assertThat(without).isEmpty();
    }

    /** Shown to fail where every answer is stored: a viewer filled the disk with renderings, a new key for each. */
    @Test
    void whatOnlyReadsIsAnsweredAnewAndStoredNowhere() {
        Http bo = key("render");
        bo.post(world.p() + "/preview", Map.of("markdown", "# One")).is(200);
        Reply other =
                bo.post(world.p() + "/preview", Map.of("markdown", "# Two")).is(200);
        assertThat(other.text()).contains("Two");
    }

    @Test
    void anotherBodyUnderTheSameKeyIsRefused() {
        save(key("k-1"), "One").is(200);
        save(key("k-1"), "Two").is(422);
        assertThat(landings()).isEqualTo(1);
    }

    @Test
    void theKeyCountsForOneCallerAndOnePath() {
        save(key("k-1"), "One").is(200);
        save(world.ada().http().with("Idempotency-Key", "k-1"), "Two").is(200);
        key("k-1")
                .post(world.p() + "/content/labels", Json.parse("{\"data\":{\"a\":\"b\"}}"))
                .is(200);
        assertThat(landings()).isEqualTo(3);
    }

    @Test
    void repeatsAtTheSameTimeWriteOnce() throws Exception {
        List<Future<Reply>> replies = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int repeat = 0; repeat < 12; repeat++) {
                replies.add(threads.submit(() -> save(key("same"), "One")));
            }
        }
        JsonNode first = replies.getFirst().get().is(200).json();
        for (Future<Reply> reply : replies) {
            assertThat(reply.get().is(200).json()).isEqualTo(first);
        }
        assertThat(landings()).isEqualTo(1);
    }

    @Test
    void aSecretIsNotShownAgain() {
        Http ada = world.ada().http().with("Idempotency-Key", "mint");
        JsonNode minted = ada.post(world.p() + "/cdn/keys", Map.of("name", "site"))
                .is(200)
                .json();

        Reply again = ada.post(world.p() + "/cdn/keys", Map.of("name", "site")).is(409);

        assertThat(again.json().at("/data/id").asString())
                .isEqualTo(minted.path("id").asString());
        assertThat(again.text()).doesNotContain(minted.path("key").asString());
        assertThat(world.ada().http().get(world.p() + "/cdn/keys").json().size())
                .isEqualTo(1);
    }

    @Test
    void rowsThatAreThereWithoutAnAnswerKeepTheWriteFromHappeningTwice() throws SQLException {
        Http ada = world.ada().http().with("Idempotency-Key", "workspace");
        Map<String, String> body = Map.of("name", "Second", "slug", "second-one");
        JsonNode made = ada.post("/api/workspaces", body).json();
        execute("UPDATE repeats SET status = NULL, body = NULL");

        Reply again = ada.post("/api/workspaces", body).is(409);

        assertThat(again.json().path("code").asString()).isEqualTo("idempotency.done");
        assertThat(again.json().at("/data/id").asString())
                .isEqualTo(made.path("id").asString());
    }

    /** Shown to fail where an answer that cannot be stored takes its record along: the repeat was carried out. */
    @Test
    void aRequestWhoseAnswerCannotBeStoredIsNotCarriedOutTwice() throws SQLException {
        Http ada = world.ada().http().with("Idempotency-Key", "workspace");
        Map<String, String> body = Map.of("name", "Second", "slug", "second-one");
        boolean isPostgres = app.rowsServer().isPresent();
        execute(
                isPostgres
                        ? "ALTER TABLE repeats ADD CONSTRAINT no_answer CHECK (status IS NULL)"
                        : "CREATE TRIGGER no_answer BEFORE UPDATE ON repeats BEGIN SELECT RAISE(ABORT, 'no'); END");
        JsonNode made = ada.post("/api/workspaces", body).is(200).json();
        execute(isPostgres ? "ALTER TABLE repeats DROP CONSTRAINT no_answer" : "DROP TRIGGER no_answer");

        Reply again = ada.post("/api/workspaces", body).is(409);

        assertThat(again.json().path("code").asString()).isEqualTo("idempotency.done");
        assertThat(again.json().at("/data/id").asString())
                .isEqualTo(made.path("id").asString());
    }

    @Test
    void refusalsAreRememberedAndMalformedKeysRefused() {
        Http bo = key("missing");
        String unknown = world.p() + "/content/none";
        Object body = Json.parse("{\"data\":{\"a\":{\"title\":\"b\"}}}");
        String first = bo.post(unknown, body).is(404).text();
        assertThat(bo.post(unknown, body).is(404).text()).isEqualTo(first);
        save(world.bo().http().with("Idempotency-Key", "x".repeat(256)), "One").is(400);
        save(world.bo().http().with("Idempotency-Key", "two words"), "One").is(400);
        save(key("a").with("Idempotency-Key", "b"), "One").is(400);
        assertThat(landings()).isZero();
    }

    @Test
    void anAnswerIsForgottenAfterADay() {
        Reply first = save(key("k-1"), "One").is(200);
        app.clock().advance(Duration.ofHours(26));
        world = refreshed();

        Reply later = save(key("k-1"), "One").is(200);

        assertThat(later.json().at("/commit/sha")).isNotEqualTo(first.json().at("/commit/sha"));
    }

    private World refreshed() {
        return new World(
                app,
                world.ada(),
                cms.testing.Person.signIn(app.url(), "bo@example.com", "web_identity"),
                world.cy(),
                cms.testing.Person.signIn(app.url(), "dee@example.com", "web_identity"),
                world.nobody(),
                world.workspaceId(),
                world.projectId(),
                world.p());
    }

    private Http key(String key) {
        return world.bo().http().with("Idempotency-Key", key);
    }

    private Reply save(Http http, String title) {
        return http.post(world.p() + "/content/posts", Map.of("data", Map.of("0123456789ab", Map.of("title", title))));
    }

    /** Landings by saves. */
    private int landings() {
        JsonNode history =
                world.dee().http().get(world.p() + "/history").is(200).json().path("history");
        return (int) history.valueStream()
                .filter(landing -> landing.path("tool").asString("").equals("save_content"))
                .count();
    }

    /** What a crash between the Git write and the row would leave. */
    private void forgetRows() throws SQLException {
        execute("DELETE FROM repeats");
    }

    private void execute(String sql) throws SQLException {
        try (var connection = app.rows();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
