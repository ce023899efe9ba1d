package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** The five tools of media, over HTTP with real keys. */
@Tag("rows")
@Timeout(240)
class MediaToolsTest {
    private HttpServer elsewhere;
    private String picture;
    private TestApp app;
    private World world;

    @BeforeEach
    void start() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(40, 20, BufferedImage.TYPE_INT_RGB), "png", out);
        byte[] bytes = out.toByteArray();
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        elsewhere.createContext("/sea.png", exchange -> {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        elsewhere.start();
        String address = "127.0.0.1:" + elsewhere.getAddress().getPort();
        picture = "http://" + address + "/sea.png";
        app = TestApp.start(Map.of("CMS_ALLOW_PRIVATE_ADDRESSES", address));
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
        elsewhere.stop(0);
    }

    private McpClient client(Map<String, Object> settings) {
        return McpClient.withKey(world, settings);
    }

    private List<String> listed(McpClient client) {
        return client.send("tools/list", Map.of())
                .is(200)
                .json()
                .at("/result/tools")
                .valueStream()
                .map(tool -> tool.get("name").asString())
                .filter(name -> name.startsWith("cms_media"))
                .toList();
    }

    @Test
    void aKeyWithMediaFetchesFindsDescribesAndDeletesOnceTheProjectDelivers() {
        McpClient tools = client(Map.of("mediaEnabled", true));
        assertThat(listed(tools)).isEmpty();
        assertThat(tools.refused("cms_media_list", Map.of())
                        .get("capability_required")
                        .asString())
                .isEqualTo("media");
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        assertThat(listed(tools))
                .containsExactly(
                        "cms_media_list", "cms_media_get", "cms_media_ingest", "cms_media_update", "cms_media_delete");
        JsonNode made = tools.done("cms_media_ingest", Map.of("url", picture, "alt", "Sea", "tags", List.of("water")));
        assertThat(made.get("status").asString()).isEqualTo("ingested");
        String id = made.at("/asset/id").asString();
        assertThat(made.at("/asset/meta/source").asString()).isEqualTo("agent");
        JsonNode found = tools.done("cms_media_list", Map.of("search", "sea", "tag", "water", "type", "image/"));
        assertThat(found.get("total").asInt()).isEqualTo(1);
        assertThat(found.at("/assets/0/id").asString()).isEqualTo(id);
        assertThat(found.get("content_is_data").asBoolean()).isTrue();
        assertThat(tools.done("cms_media_get", Map.of("id", id))
                        .at("/asset/meta/variants/thumb/format")
                        .asString())
                .isEqualTo("webp");
        assertThat(tools.done("cms_media_update", Map.of("id", id, "alt", "Water"))
                        .at("/asset/alt")
                        .asString())
                .isEqualTo("Water");
        assertThat(tools.refused("cms_media_update", Map.of("id", id, "filename", "x.png"))
                        .get("message")
                        .asString())
                .contains("filename");
        assertThat(tools.refused("cms_media_delete", Map.of("id", id))
                        .get("error")
                        .asString())
                .isEqualTo("CONFIRMATION_REQUIRED");
        JsonNode gone = tools.done("cms_media_delete", Map.of("id", id, "confirm", true));
        assertThat(gone.get("status").asString()).isEqualTo("deleted");
        assertThat(gone.get("used_in")).isEmpty();
        assertThat(tools.refused("cms_media_get", Map.of("id", id))
                        .get("changed")
                        .asBoolean())
                .isFalse();
        List<String> log =
                world.ada().http().get(world.p() + "/activity").is(200).json().findValuesAsString("action").stream()
                        .filter(action -> action.endsWith("_asset"))
                        .toList();
        assertThat(log).containsExactlyInAnyOrder("upload_asset", "update_asset", "delete_asset");
    }

    @Test
    void aRepeatedCallWithItsKeyIsCarriedOutOnce() {
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        McpClient tools = client(Map.of("mediaEnabled", true, "rateLimitPerMinute", 600));
        Map<String, Object> unreachable = Map.of("url", picture.replace("sea", "none"), "idempotency_key", "file");
        assertThat(tools.refused("cms_media_ingest", unreachable).has("error")).isTrue();
        Map<String, Object> ingest = Map.of("url", picture, "idempotency_key", "file");
        JsonNode made = tools.done("cms_media_ingest", ingest);
        String id = made.at("/asset/id").asString();
        assertThat(tools.done("cms_media_ingest", ingest)).isEqualTo(made);
        assertThat(tools.done("cms_media_list", Map.of()).path("total").asInt()).isEqualTo(1);
        assertThat(tools.refused("cms_media_ingest", unreachable).path("error").asString())
                .isEqualTo("idempotency.reused");
        assertThat(client(Map.of("mediaEnabled", true))
                        .done("cms_media_ingest", ingest)
                        .at("/asset/id")
                        .asString())
                .as("a key belongs to its caller")
                .isNotEqualTo(id);

        Map<String, Object> update = Map.of("id", id, "alt", "Sea", "idempotency_key", "words");
        JsonNode updated = tools.done("cms_media_update", update);
        tools.done("cms_media_update", Map.of("id", id, "alt", "Water"));
        assertThat(tools.done("cms_media_update", update)).isEqualTo(updated);
        assertThat(tools.done("cms_media_get", Map.of("id", id))
                        .at("/asset/alt")
                        .asString())
                .as("what came since stays")
                .isEqualTo("Water");

        assertThat(tools.refused("cms_media_delete", Map.of("id", id, "idempotency_key", "away"))
                        .path("error")
                        .asString())
                .isEqualTo("CONFIRMATION_REQUIRED");
        Map<String, Object> delete = Map.of("id", id, "confirm", true, "idempotency_key", "away");
        JsonNode deleted = tools.done("cms_media_delete", delete);
        assertThat(tools.done("cms_media_delete", delete)).isEqualTo(deleted);
    }

    @Test
    void pagesFollowOneAnotherAndWhatMayNotBeReachedIsRefused() {
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        McpClient tools = client(Map.of("mediaEnabled", true));
        for (int i = 0; i < 3; i++) {
            tools.done("cms_media_ingest", Map.of("url", picture, "filename", "p" + i + ".png"));
            app.clock().advance(Duration.ofSeconds(1));
        }
        JsonNode first = tools.done("cms_media_list", Map.of("limit", 2));
        assertThat(first.get("assets")).hasSize(2);
        assertThat(first.at("/assets/0/meta/filename").asString()).isEqualTo("p2.png");
        JsonNode second = tools.done(
                "cms_media_list", Map.of("cursor", first.get("next_cursor").asString()));
        assertThat(second.get("assets")).hasSize(1);
        assertThat(second.at("/assets/0/meta/filename").asString()).isEqualTo("p0.png");
        assertThat(second.has("next_cursor")).isFalse();
        for (Map<String, Object> foreign : List.<Map<String, Object>>of(
                Map.of("cursor", "x"), Map.of("cursor", first.get("next_cursor").asString(), "search", "p0"))) {
            assertThat(tools.refused("cms_media_list", foreign)
                            .at("/issues/0/path")
                            .asString())
                    .isEqualTo("cursor");
        }
        assertThat(first.get("assets").get(0).propertyNames())
                .containsExactlyInAnyOrder(
                        "id", "path", "url", "mime", "size", "alt", "tags", "createdAt", "meta", "uses");
        for (String url : List.of("http://127.0.0.1:1/x", "http://169.254.169.254/", "file:///etc/passwd", "x")) {
            assertThat(tools.refused("cms_media_ingest", Map.of("url", url))
                            .get("changed")
                            .asBoolean())
                    .as(url)
                    .isFalse();
        }
    }

    @Tag("large")
    @Test
    void everyAssetIsReachedWhereverAnAnswerIsFull() {
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        McpClient tools = client(Map.of("mediaEnabled", true, "rateLimitPerMinute", 600));
        for (int i = 0; i < 40; i++) {
            tools.done(
                    "cms_media_ingest", Map.of("url", picture, "filename", "p" + i + ".png", "alt", "a".repeat(500)));
        }
        assertThat(tools.done("cms_media_list", Map.of()).path("next_cursor").asString())
                .as("a page has 50 assets where nobody says otherwise (reference 7.2)")
                .contains(".1.50.");
        Map<String, Object> arguments = new HashMap<>(Map.of("limit", 100));
        Set<String> found = new HashSet<>();
        int pages = 0;
        JsonNode answer;
        do {
            answer = tools.done("cms_media_list", arguments);
            pages++;
            assertThat(Json.bytes(answer).length).isLessThan(25 * 1024);
            answer.path("assets")
                    .forEach(asset ->
                            assertThat(found.add(asset.path("id").asString())).isTrue());
            arguments =
                    new HashMap<>(Map.of("cursor", answer.path("next_cursor").asString("")));
        } while (answer.has("next_cursor") && pages < 10);
        assertThat(found).hasSize(40);
        assertThat(pages).as("an answer was full before its hundredth asset").isGreaterThan(1);
    }

    @Test
    void aKeyWithoutMediaMayNotCallItUnlessItsListNamesIt() {
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        McpClient none = client(Map.of());
        assertThat(listed(none)).isEmpty();
        none.send("tools/call", Map.of("name", "cms_media_list", "arguments", Map.of()))
                .is(403);
        McpClient named = client(Map.of("allowedTools", List.of("cms_media_list")));
        assertThat(listed(named)).containsExactly("cms_media_list");
        assertThat(named.done("cms_media_list", Map.of()).get("total").asInt()).isZero();
        named.send("tools/call", Map.of("name", "cms_media_delete", "arguments", Map.of("id", "x")))
                .is(403);
    }
}
