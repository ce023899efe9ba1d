package cms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.testing.Events;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * Two instances on one database and one store of objects: what one does, the other knows.
 *
 * <p>Shown to fail by not starting the signals of an instance. What leases are worth, {@code LeasesTest} proves.
 */
@Tag("rows")
@Timeout(120)
class TwoInstancesTest {
    private TestApp app;
    private TestApp second;
    private World world;
    private Website site;

    @BeforeEach
    void start() {
        assumeTrue(Rows.canBeShared(), "two instances need PostgreSQL");
        app = TestApp.start(Map.of("CMS_SECRET", "the same secret for every instance"));
        world = World.blog(app);
        site = Website.of(world);
        second = app.beside();
    }

    @AfterEach
    void stop() {
        if (app != null) {
            second.close();
            app.close();
        }
    }

    /** Shown to fail where the note of a request takes the place of another instance's: then each makes a key. */
    @Test
    void aRequestThatIsSentToBothAtOnceIsCarriedOutOnce() throws Exception {
        int rounds = 20;
        Http here = world.ada().http();
        Http there = here.at(second.url());
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < rounds; round++) {
                Map<String, String> body = Map.of("name", "key " + round);
                String key = "round-" + round;
                CyclicBarrier start = new CyclicBarrier(2);
                List<Future<Reply>> answers = Stream.of(here, there)
                        .map(http -> senders.submit(() -> {
                            start.await();
                            return http.with("Idempotency-Key", key).post(world.p() + "/cdn/keys", body);
                        }))
                        .toList();
                assertThat(List.of(
                                answers.getFirst().get().status(),
                                answers.getLast().get().status()))
                        .as(key)
                        .containsExactlyInAnyOrder(200, 409);
                assertThat(there.with("Idempotency-Key", key)
                                .post(world.p() + "/cdn/keys", body)
                                .is(409)
                                .text())
                        .contains("idempotency.done");
            }
        }
        assertThat(here.get(world.p() + "/cdn/keys").is(200).json().size())
                .as("keys, one of them the site's")
                .isEqualTo(rounds + 1);
    }

    @Test
    void aKeyThatIsMintedThereIsGoodHereAndARevokedOneIsNot() {
        String root = site.root() + "_manifest.json";
        Http ada = world.ada().http().at(second.url());
        var minted = ada.post(world.p() + "/cdn/keys", Map.of("name", "other"))
                .is(200)
                .json();
        Http reader = new Http(app.url()).bearer(minted.get("key").asString());
        eventually("the new key is known", () -> reader.get(root).status() == 200);
        ada.delete(world.p() + "/cdn/keys/" + minted.get("id").asString()).is(200);
        new Http(second.url()).bearer(minted.get("key").asString()).get(root).is(401);
        eventually("the revoked key is unknown", () -> reader.get(root).status() == 401);
    }

    @Test
    void aReleaseThatIsPublishedThereIsReadHere() {
        Website other = new Website(site.http().at(second.url()), site.keyId(), site.root());
        assertThat(other.commit()).isEqualTo(site.commit());
        for (String headline : new String[] {"First", "Second", "Third"}) {
            String commit = site.headline(world, headline);
            eventually(headline, () -> other.commit().equals(commit));
            assertThat(other.get("content/home/en.json").text()).contains(headline);
        }
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", false))
                .is(200);
        eventually(
                "it is switched off here too", () -> other.get("_manifest.json").status() == 403);
    }

    @Test
    void aStreamHereEndsWhenItsKeyIsRevokedThere() {
        Http reader = site.http().at(second.url());
        try (Events stream = reader.events("GET", site.root() + "watch", null)) {
            assertThat(stream.next()).isPresent();
            world.ada().http().delete(world.p() + "/cdn/keys/" + site.keyId()).is(200);
            assertThat(stream.next()).isEmpty();
        }
    }

    @Test
    void aDeletedProjectIsGoneEverywhere() throws IOException {
        Website other = new Website(site.http().at(second.url()), site.keyId(), site.root());
        other.get("_manifest.json").is(200);
        Path history = second.data().resolve("histories").resolve(world.projectId() + ".json");
        Files.createDirectories(history.getParent());
        Files.createFile(history);
        world.ada().http().delete(world.p()).is(200);
        eventually(
                "its key is unknown here too", () -> other.get("_manifest.json").status() == 401);
        eventually("the times of its entries are not on the disk here", () -> !Files.exists(history));
    }

    @Test
    void aSessionThatEndsThereEndsHere() {
        Http here = world.bo().http().at(second.url());
        here.get("/api/auth/me").is(200);
        world.bo().http().post("/api/auth/logout", Map.of()).is(200);
        here.get(world.p()).is(401);
    }

    @Test
    void aRoleThatEndsThereEndsHere() {
        Http here = world.bo().http().at(second.url());
        assertThat(here.get(world.p() + "/branches").status())
                .as("whether there is a repository here, or not")
                .isNotIn(403, 404);
        String row = "";
        for (var member : world.ada().http().get(world.p()).is(200).json().get("project_members")) {
            if (member.path("user_id").asString("").equals(world.bo().id())) {
                row = member.get("id").asString();
            }
        }
        world.ada().http().delete(world.p() + "/members/" + row).is(200);
        here.get(world.p() + "/branches").is(403);
    }

    /** Shown to fail where a report is told in its own instance alone. */
    @Test
    void whoListensHereIsToldWhereSomebodyIsThere() {
        try (Events stream = world.dee().http().events("GET", world.p() + "/events", null)) {
            Http there = world.bo().http().at(second.url());
            there.post(world.p() + "/presence", Map.of("model", "posts", "entry", "one"))
                    .is(204);
            assertThat(stream.next().orElseThrow().at("/people/0/user").asString())
                    .isEqualTo(world.bo().id());
            there.post(world.p() + "/presence", Map.of("leave", true)).is(204);
            assertThat(stream.next().orElseThrow().at("/people").size()).isZero();
        }
    }

    /** Shown to fail where a gap of signals wakes the news of content alone. */
    @Test
    void whoListensHereIsToldThatAssetsMayHaveChangedWhenTheSignalOfOneWasMissed() throws SQLException {
        Http there = world.ada().http().at(second.url());
        try (Events stream = world.dee().http().events("GET", world.p() + "/events", null)) {
            String told = Form.of("a.pdf", Form.PDF)
                    .post(there, world.p() + "/media")
                    .is(201)
                    .json()
                    .get("id")
                    .asString();
            assertThat(stream.next().orElseThrow().get("assetId").asString()).isEqualTo(told);
            try (Connection rows = app.rows();
                    Statement sql = rows.createStatement()) {
                sql.execute("UPDATE media_revisions SET revision = revision + 1");
                // What cannot be read, as from another version, is a gap at once; one of five minutes is the same.
                sql.execute("""
                    INSERT INTO signals (id, txid, position, origin, kind, body, sent_at)
                    VALUES ('x', CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), 0, 'other', 'AssetChanged', '[]', 0)
                    """);
            }
            JsonNode any = stream.next().orElseThrow();
            assertThat(any.get("type").asString()).isEqualTo("asset.changed");
            assertThat(any.has("assetId")).isFalse();
        }
    }

    /**
     * By itself an instance looks every ten seconds, so a stream that ends sooner after the one before has heard of it.
     * Shown to fail where no signal of rights is sent: then no stream does.
     */
    @Test
    void aStreamHereEndsAtOnceWithARightThatEndsThere() {
        boolean atOnce = false;
        long before = System.nanoTime();
        for (int round = 0; round < 4 && !atOnce; round++) {
            Person dee = Person.signIn(app.url(), "dee@example.com", "web_identity");
            try (Events stream = dee.http().events("GET", world.p() + "/events", null)) {
                dee.http().at(second.url()).post("/api/auth/logout", Map.of()).is(200);
                stream.rest();
                atOnce = round > 0 && System.nanoTime() - before < TimeUnit.SECONDS.toNanos(8);
                before = System.nanoTime();
            }
        }
        assertThat(atOnce).isTrue();
    }

    /** The second one has no repository of this project. */
    @Test
    void aStreamThatCannotBeginHereSaysWhenToComeBack() {
        var refused =
                world.ada().http().at(second.url()).get(world.p() + "/events").is(503);
        assertThat(refused.header("Retry-After")).isEqualTo("5");
    }
}
