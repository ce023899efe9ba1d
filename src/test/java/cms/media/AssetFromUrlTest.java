package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpServer;
import java.awt.Color;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Files that a URL names, by a person and by a program, and what is told of an upload on its way to both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AssetFromUrlTest {
    private HttpServer elsewhere;
    private String url;
    private TestApp app;
    private World world;
    private Http ada;
    private Http program;

    @BeforeAll
    void start() throws IOException {
        byte[] picture = Drawn.halves("png", 30, 20, Color.RED, Color.BLUE);
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        elsewhere.createContext("/sea.png", exchange -> {
            exchange.sendResponseHeaders(200, picture.length);
            exchange.getResponseBody().write(picture);
            exchange.close();
        });
        elsewhere.start();
        String address = "127.0.0.1:" + elsewhere.getAddress().getPort();
        url = "http://" + address + "/sea.png";
        app = TestApp.start(Map.of("CMS_ALLOW_PRIVATE_ADDRESSES", address));
        world = World.blog(app);
        ada = world.ada().http();
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        Map<String, Object> key = Map.of("name", "robot", "scopes", List.of("media:read", "media:write"));
        program = new Http(app.url())
                .bearer(ada.post(world.p() + "/cdn/keys", key)
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
    }

    @AfterAll
    void stop() {
        app.close();
        elsewhere.stop(0);
    }

    @Test
    void aFileThatAUrlNamesBecomesAnAsset() {
        Map<String, Object> named = Map.of("url", url, "alt", "the sea", "tags", List.of("water"));
        Reply mine = ada.post(world.p() + "/media/upload-url", named).is(201);
        assertThat(mine.json().get("alt").asString()).isEqualTo("the sea");
        assertThat(mine.json().get("width").asInt()).isEqualTo(30);
        Reply theirs = program.post("/api/media/v1/" + world.projectId() + "/assets", named)
                .is(201);
        assertThat(theirs.json().get("filename").asString()).isEqualTo("sea.png");
        Map<String, Object> once = Map.of("url", url, "onDuplicate", "return");
        assertThat(ada.post(world.p() + "/media/upload-url", once)
                        .is(200)
                        .json()
                        .get("id"))
                .isIn(mine.json().get("id"), theirs.json().get("id"));
    }

    @Test
    void anUploadOnItsWayTellsHowFarItIs() {
        Map.of(ada, world.p() + "/media/uploads", program, "/api/media/v1/" + world.projectId() + "/uploads")
                .forEach((who, uploads) -> {
                    String name = Base64.getEncoder().encodeToString("sea.png".getBytes());
                    String upload = who.with("Tus-Resumable", "1.0.0")
                            .with("Upload-Length", "3000")
                            .with("Upload-Metadata", "filename " + name)
                            .post(uploads)
                            .is(201)
                            .header("Location");
                    Http sender = who.with("Tus-Resumable", "1.0.0");
                    Reply begun = sender.get(upload).is(200);
                    assertThat(begun.header("Upload-Offset")).isEqualTo("0");
                    sender.delete(upload).is(204);
                });
    }
}
