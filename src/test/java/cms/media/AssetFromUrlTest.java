package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpServer;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Files that a URL names, by a person and by a program, and what is told of an upload on its way to both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AssetFromUrlTest {
    /** What the smallest plan with media takes. */
    private static final int STARTER_BYTES_MAX = 5 << 20;

    private static final int ENDLESS_BYTES = 1 << 30;

    private final AtomicInteger sent = new AtomicInteger();
    private HttpServer elsewhere;
    private String server;
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
        elsewhere.createContext("/declared.png", exchange -> {
            exchange.sendResponseHeaders(200, STARTER_BYTES_MAX + 1);
            exchange.getResponseBody().write(picture);
            exchange.getResponseBody().flush(); // and breaks off: nobody waits for the rest
            exchange.close();
        });
        elsewhere.createContext("/endless.png", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] more = new byte[1 << 16];
            try (OutputStream body = exchange.getResponseBody()) {
                while (sent.addAndGet(more.length) < ENDLESS_BYTES) {
                    body.write(more);
                }
            }
        });
        elsewhere.createContext("/cut.png", exchange -> {
            exchange.sendResponseHeaders(200, picture.length + 1);
            exchange.getResponseBody().write(picture);
            exchange.getResponseBody().flush();
            exchange.close();
        });
        elsewhere.createContext("/inside", exchange -> {
            exchange.getResponseHeaders().add("Location", "http://169.254.169.254/latest/meta-data/");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        elsewhere.start();
        String address = "127.0.0.1:" + elsewhere.getAddress().getPort();
        server = "http://" + address;
        url = server + "/sea.png";
        app = TestApp.start(Map.of("CMS_ALLOW_PRIVATE_ADDRESSES", address, "CMS_DEFAULT_PLAN", "starter"));
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
    void aFileLargerThanThePlanAllowsIsCutWhileItComes() {
        for (String name : List.of("/endless.png", "/declared.png")) {
            Reply refused = ada.post(world.p() + "/media/upload-url", Map.of("url", server + name));
            assertThat(refused.status()).as(name).isEqualTo(413);
            assertThat(refused.json().get("code").asString()).isEqualTo("media.too_large");
        }
        assertThat(sent.get()).isLessThan(ENDLESS_BYTES / 10);
        byte[] large = new byte[(5 << 20) + 1];
        for (Reply refused : List.of(
                Form.of("large.png", large).post(ada, world.p() + "/media"),
                Form.of("large.png", large).post(program, "/api/media/v1/" + world.projectId() + "/assets"))) {
            assertThat(refused.is(413).json().get("code").asString()).isEqualTo("media.too_large");
        }
        program.post("/api/media/v1/" + world.projectId() + "/assets", Map.of("url", server + "/endless.png"))
                .is(413);
        assertThat(ada.get(world.p() + "/media?search=less.png")
                        .is(200)
                        .json()
                        .get("total")
                        .asInt())
                .isZero();
    }

    @Test
    void whatFailsElsewhereIsABadGatewayAndWhatLeadsInsideIsRefused() {
        for (String name : List.of("/none.png", "/cut.png")) {
            ada.post(world.p() + "/media/upload-url", Map.of("url", server + name))
                    .is(502);
        }
        assertThat(ada.post(world.p() + "/media/upload-url", Map.of("url", server + "/inside"))
                        .is(400)
                        .json()
                        .get("code")
                        .asString())
                .isEqualTo("media.url");
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
