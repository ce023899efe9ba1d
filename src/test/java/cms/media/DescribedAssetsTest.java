package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How much may be said of one asset, and of all assets of a project together. */
class DescribedAssetsTest {
    private static final byte[] PICTURE = Drawn.halves("png", 30, 20, Color.RED, Color.BLUE);

    @Test
    void theWordsOfAnAssetAreBoundedTogether() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            String asset = world.p() + "/media/" + uploaded(ada, world);
            Map<String, String> alts = new TreeMap<>();
            for (int i = 0; i < 8; i++) {
                alts.put("de-x" + i, "x".repeat(2_000));
            }
            ada.patch(asset, Map.of("altByLocale", alts)).is(200);
            var refused =
                    ada.patch(asset, Map.of("alt", "ä".repeat(200))).is(400).json();
            assertThat(refused.get("code").asString()).isEqualTo("media.words");
            ada.patch(asset, Map.of("alt", "a".repeat(384))).is(200);
            ada.patch(asset, Map.of("tags", new String[] {"t"})).is(400);
        }
    }

    /** Shown to fail where the words of an asset are checked whatever the change makes of them. */
    @Test
    void wordsFromBeforeTheBoundCanBeShortenedAndKept() throws SQLException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            String asset = world.p() + "/media/" + uploaded(ada, world);
            Map<String, String> alts = new TreeMap<>();
            for (int i = 0; i < 100; i++) {
                alts.put("de-x" + i, "x".repeat(200));
            }
            execute(app, "UPDATE media_assets SET alt_by_locale = '" + Json.text(alts) + "'");
            ada.patch(asset, Map.of("focalPoint", Map.of("x", 0.2, "y", 0.4))).is(200);
            alts.replaceAll((locale, text) -> "x".repeat(190));
            ada.patch(asset, Map.of("altByLocale", alts)).is(200);
            alts.replaceAll((locale, text) -> "x".repeat(191));
            assertThat(ada.patch(asset, Map.of("altByLocale", alts))
                            .is(400)
                            .json()
                            .get("code")
                            .asString())
                    .isEqualTo("media.words");
            assertThat(ada.get(asset).is(200).json().at("/altByLocale/de-x7").asString())
                    .hasSize(190);
        }
    }

    /** Shown to fail where the first asset without room ends the action, and those before it are not told of. */
    @Test
    void ofSeveralAssetsThoseWithoutRoomForATagAreSkipped() throws SQLException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            List<String> ids = List.of(uploaded(ada, world), uploaded(ada, world));
            ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
            String key = ada.post(world.p() + "/cdn/keys", Map.of("name", "k", "scopes", List.of("media:write")))
                    .is(200)
                    .json()
                    .get("key")
                    .asString();
            add(app, (32L << 20) - described(app) - 7);
            var tagged = new Http(app.url())
                    .bearer(key)
                    .post(
                            "/api/media/v1/" + world.projectId() + "/assets/bulk",
                            Map.of("action", "tag", "assetIds", ids, "tags", List.of("red")))
                    .is(200)
                    .json();
            assertThat(tagged.get("affected").asInt()).isEqualTo(1);
            assertThat(tagged.get("skipped").asInt()).isEqualTo(1);
        }
    }

    @Test
    void assetsFromBeforeTheBoundAreCountedAboutAsTheyAre() throws SQLException, IOException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            String first = world.p() + "/media/" + uploaded(ada, world);
            uploaded(ada, world);
            Map<String, Object> words = Map.of(
                    "alt",
                    "ä".repeat(300),
                    "tags",
                    List.of("red", "blue"),
                    "altByLocale",
                    Map.of("de", "x".repeat(200)));
            ada.patch(first, words).is(200);
            long exact = described(app);
            execute(app, "UPDATE media_assets SET described = 0");
            execute(app, "UPDATE media_revisions SET described = 0");
            try (InputStream script = getClass().getResourceAsStream("/db/V152__media_described_before.sql")) {
                for (String statement : new String(script.readAllBytes(), StandardCharsets.UTF_8).split(";\n")) {
                    execute(app, statement);
                }
            }
            assertThat(described(app)).isBetween(exact * 3 / 4, exact * 5 / 4);
            ada.delete(first + "?permanent=true").is(200);
            assertThat(described(app)).isBetween(exact / 6, exact / 2);
        }
    }

    @Test
    void theAssetsOfAProjectAreDescribedInABoundedManifest() throws SQLException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            String media = world.p() + "/media";
            String first = media + "/" + uploaded(ada, world);
            String second = media + "/" + uploaded(ada, world);
            long two = described(app);
            assertThat(two).isGreaterThan(600);
            ada.patch(first, Map.of("alt", "Red and blue")).is(200);
            ada.patch(first, Map.of("alt", "")).is(200);
            ada.delete(second).is(200);
            assertThat(described(app)).as("what is in the bin counts").isBetween(two - 10, two + 10);
            ada.post(second + "/restore", Map.of()).is(200);

            add(app, (32L << 20) - described(app));
            var refused = ada.patch(first, Map.of("alt", "Red")).is(403).json();
            assertThat(refused.get("code").asString()).isEqualTo("media.full");
            assertThat(Form.of("c.png", PICTURE)
                            .post(ada, media)
                            .is(403)
                            .json()
                            .get("code")
                            .asString())
                    .isEqualTo("media.full");
            ada.delete(second + "?permanent=true").is(200);
            ada.patch(first, Map.of("alt", "Red")).is(200);
            add(app, 1_000_000);
            ada.patch(first, Map.of("alt", "")).is(200);
        }
    }

    private static String uploaded(Http http, World world) {
        return Form.of("a.png", PICTURE)
                .post(http, world.p() + "/media")
                .is(201)
                .json()
                .get("id")
                .asString();
    }

    private static long described(TestApp app) throws SQLException {
        try (Connection rows = app.rows();
                ResultSet found = rows.createStatement().executeQuery("SELECT described FROM media_revisions")) {
            found.next();
            return found.getLong(1);
        }
    }

    private static void add(TestApp app, long bytes) throws SQLException {
        execute(app, "UPDATE media_revisions SET described = described + " + bytes);
    }

    private static void execute(TestApp app, String sql) throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
