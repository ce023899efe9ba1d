package cms.webhooks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Authority;
import cms.testing.Http;
import cms.testing.Receiver;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A canary listens inside; no webhook, however it is written, makes it sing. */
@Timeout(240)
@Tag("rows")
class PrivateAddressesTest {
    private static final List<String> INNER = List.of(
            "https://127.0.0.1:P/",
            "https://2130706433:P/",
            "https://0x7f000001:P/",
            "https://0177.0.0.1:P/",
            "https://127.1:P/",
            "https://0.0.0.0:P/",
            "https://[::1]:P/",
            "https://[::ffff:127.0.0.1]:P/",
            "https://[64:ff9b::7f00:1]:P/",
            "https://[2002:7f00:1::]:P/",
            "https://169.254.169.254/latest/meta-data",
            "https://10.0.0.1/",
            "https://192.168.0.1/",
            "https://100.64.0.1/",
            "https://[fd00::1]/",
            "https://ada@127.0.0.1:P/",
            "http://127.0.0.1:P/",
            "ftp://127.0.0.1:P/",
            "file:///etc/passwd");

    @TempDir
    static Path folder;

    private static final AtomicInteger HEARD = new AtomicInteger();
    private static ServerSocket canary;
    private static Receiver outside;
    private static TestApp app;
    private static World world;
    private static Http ada;

    @BeforeAll
    static void start() throws IOException {
        canary = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
        Thread.ofVirtual().start(PrivateAddressesTest::listen);
        Authority authority = new Authority(folder, "company");
        outside = new Receiver(authority.server("ip:127.0.0.1"));
        app = TestApp.start(Map.of(
                "CMS_TRUSTED_CERTIFICATES",
                authority.pem().toString(),
                "CMS_ALLOW_PRIVATE_ADDRESSES",
                outside.address()));
        world = World.blog(app);
        ada = world.ada().http();
    }

    @AfterAll
    static void stop() throws IOException {
        app.close();
        outside.close();
        canary.close();
    }

    private static void listen() {
        while (!canary.isClosed()) {
            try {
                canary.accept().close();
                HEARD.incrementAndGet();
            } catch (IOException closed) {
                return;
            }
        }
    }

    @Test
    void noFormOfAPrivateAddressBecomesAWebhook() {
        JsonNode hook = hook(outside.url("/"));
        for (String form : INNER) {
            String url = form.replace("P", Integer.toString(canary.getLocalPort()));
            ada.post(world.p() + "/webhooks", Map.of("name", "x", "url", url, "events", List.of("content.saved")))
                    .is(400);
            ada.patch(path(hook), Map.of("url", url)).is(400);
        }
        assertThat(HEARD).hasValue(0);
        ada.delete(path(hook)).is(200);
    }

    /** Names change, so they are judged at each attempt. */
    @Test
    void aNameThatLeadsInsideIsRefusedAtEachAttempt() {
        JsonNode hook = hook("https://localhost:" + canary.getLocalPort() + "/");
        JsonNode test = ada.post(path(hook) + "/test").is(200).json();
        assertThat(test.get("success").asBoolean()).isFalse();
        assertThat(test.get("statusCode").isNull()).isTrue();
        ada.post(world.p() + "/content/authors", Map.of("data", Map.of("ddddeeeeffff", Map.of("name", "Inner"))))
                .is(200);
        eventually("it is refused", () -> errors(hook).equals(List.of("address_refused", "address_refused")));
        assertThat(HEARD).hasValue(0);
        ada.delete(path(hook)).is(200);
    }

    @Test
    void aReceiverThatPointsInsideIsNotFollowed() {
        String inner = "https://127.0.0.1:" + canary.getLocalPort() + "/";
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            outside.answers(exchange -> {
                exchange.getResponseHeaders().add("Location", inner);
                exchange.sendResponseHeaders(status, -1);
            });
            JsonNode hook = hook(outside.url("/"));
            assertThat(ada.post(path(hook) + "/test")
                            .is(200)
                            .json()
                            .get("statusCode")
                            .asInt())
                    .isEqualTo(status);
            assertThat(errors(hook)).containsExactly("redirect");
            ada.delete(path(hook)).is(200);
        }
        assertThat(HEARD).hasValue(0);
    }

    private static JsonNode hook(String url) {
        return ada.post(world.p() + "/webhooks", Map.of("name", "hook", "url", url, "events", List.of("content.saved")))
                .is(200)
                .json();
    }

    private static String path(JsonNode hook) {
        return world.p() + "/webhooks/" + hook.get("id").asString();
    }

    private static List<String> errors(JsonNode hook) {
        return ada.get(path(hook) + "/deliveries")
                .is(200)
                .json()
                .get("deliveries")
                .valueStream()
                .map(one -> one.get("error").asString(""))
                .toList();
    }
}
