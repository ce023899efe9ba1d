package cms.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Tag("rows")
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MediaInMemoryTest {
    private static final List<String> OF_ONE_READ =
            List.of("date", "server-timing", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset");

    private TestApp app;
    private World world;
    private Http ada;
    private Http visitor;
    private Http reader;
    private String media;

    @BeforeAll
    void start() {
        app = TestApp.start(Map.of());
        world = World.blog(app);
        ada = world.ada().http();
        media = world.p() + "/media";
        visitor = new Http(app.url());
        set(Map.of("cdn_enabled", true, "cdn_public_media", true));
        reader = visitor.bearer(ada.post(world.p() + "/cdn/keys", Map.of("name", "k"))
                .is(200)
                .json()
                .get("key")
                .asString());
    }

    @AfterAll
    void stop() {
        app.close();
    }

    @Test
    void whatIsInMemoryIsAnsweredAsWhatIsNot() {
        String path = delivered(upload("<circle r='9'/>"));
        for (Http who : List.of(reader, visitor)) {
            Reply first = who.get(path + "?").is(200);
            Reply again = fromMemory(who, path);
            assertThat(lasting(again)).isEqualTo(lasting(first));
            assertThat(again.body()).isEqualTo(first.body());
            String tag = again.header("ETag");
            assertThat(lasting(who.with("If-None-Match", tag).get(path).is(304)))
                    .isEqualTo(lasting(
                            who.with("If-None-Match", tag).get(path + "?").is(304)));
            Reply part = who.with("Range", "bytes=2-5").get(path).is(206);
            assertThat(part.body()).isEqualTo(Arrays.copyOfRange(first.body(), 2, 6));
            who.with("Range", "bytes=2-5").with("If-Range", "\"x\"").get(path).is(200);
            who.with("Range", "bytes=999999-").get(path).is(416);
            assertThat(who.send("HEAD", path, null).is(200).header("Content-Length"))
                    .isEqualTo(Integer.toString(first.body().length));
        }
    }

    @Test
    void whatIsDeletedOrClosedComesFromMemoryNoMore() {
        JsonNode asset = upload("<circle r='8'/>");
        String path = delivered(asset);
        fromMemory(reader, path);
        fromMemory(visitor, path);
        set(Map.of("cdn_public_media", false));
        visitor.get(path).is(401);
        fromMemory(reader, path);
        set(Map.of("cdn_public_media", true));
        fromMemory(visitor, path);
        visitor.bearer("cms_live_" + "x".repeat(32)).get(path).is(401);
        ada.delete(media + "/" + asset.get("id").asString()).is(200);
        reader.get(path).is(404);
        visitor.get(path).is(404);
        ada.post(media + "/" + asset.get("id").asString() + "/restore").is(200);
        reader.get(path).is(200);
    }

    @Test
    void bytesFromMemoryCountForTheWorkspace() {
        String path = delivered(upload("<circle r='7'/>"));
        int size = fromMemory(visitor, path).body().length;
        app.restart(); // what was counted is written down
        fromMemory(visitor, path);
        long before = keylessBytes();
        for (int read = 0; read < 7; read++) {
            fromMemory(visitor, path);
        }
        app.restart();
        assertThat(keylessBytes()).isGreaterThanOrEqualTo(before + 14L * size);
    }

    private long keylessBytes() {
        return app.doors()
                .rows()
                .read(tx -> tx.query("SELECT COALESCE(SUM(bandwidth_bytes), 0) FROM delivery_usage WHERE key_id = ''")
                        .mapTo(Long.class)
                        .one());
    }

    private static Reply fromMemory(Http who, String path) {
        who.get(path).is(200);
        Reply again = who.get(path).is(200);
        assertThat(again.header("Server-Timing")).startsWith("memory");
        return again;
    }

    private static Map<String, List<String>> lasting(Reply reply) {
        Map<String, List<String>> headers = new TreeMap<>();
        reply.headers().map().forEach((name, values) -> {
            if (!OF_ONE_READ.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name.toLowerCase(Locale.ROOT), values);
            }
        });
        return headers;
    }

    private JsonNode upload(String drawing) {
        String svg = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>" + drawing + "</svg>";
        return Form.of("a.svg", svg.getBytes(StandardCharsets.UTF_8))
                .post(ada, media)
                .is(201)
                .json();
    }

    private String delivered(JsonNode asset) {
        return "/api/cdn/v1/" + world.projectId() + "/"
                + asset.get("originalPath").asString();
    }

    private void set(Map<String, Object> settings) {
        ada.patch(world.p() + "/cdn/settings", settings).is(200);
    }
}
