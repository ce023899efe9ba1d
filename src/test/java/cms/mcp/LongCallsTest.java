package cms.mcp;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls that take long are told about and taken back, and streams tell each session once (spec 4.11). */
@Tag("slow-host")
@Tag("rows")
@Timeout(240)
class LongCallsTest {
    private final CountDownLatch rest = new CountDownLatch(1);
    private HttpServer elsewhere;
    private String picture;
    private TestApp app;
    private World world;
    private McpClient tools;

    @BeforeEach
    void start() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(400, 200, BufferedImage.TYPE_INT_RGB), "png", out);
        byte[] bytes = out.toByteArray();
        int half = bytes.length / 2;
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        elsewhere.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        elsewhere.createContext("/sea.png", exchange -> {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes, 0, half);
            exchange.getResponseBody().flush();
            await(rest);
            exchange.getResponseBody().write(bytes, half, bytes.length - half);
            exchange.close();
        });
        elsewhere.start();
        String address = "127.0.0.1:" + elsewhere.getAddress().getPort();
        picture = "http://" + address + "/sea.png";
        app = TestApp.start(Map.of("CMS_ALLOW_PRIVATE_ADDRESSES", address));
        world = World.blog(app);
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        tools = McpClient.withKey(world, Map.of("mediaEnabled", true));
    }

    @AfterEach
    void stop() {
        rest.countDown();
        app.close();
        elsewhere.stop(0);
    }

    @Test
    void anIngestTellsHowFarItIsAndEndsWithTheAsset() {
        try (Events events = ingest(session(), 7)) {
            JsonNode first = events.next().orElseThrow();
            assertThat(first.path("method").asString()).isEqualTo("notifications/progress");
            assertThat(first.at("/params/progressToken").asString()).isEqualTo("p7");
            rest.countDown();
            List<JsonNode> others = events.rest();
            List<Double> parts =
                    new ArrayList<>(List.of(first.at("/params/progress").asDouble()));
            others.subList(0, others.size() - 1)
                    .forEach(event -> parts.add(event.at("/params/progress").asDouble()));
            assertThat(parts).isSorted().doesNotHaveDuplicates().endsWith(1.0);
            assertThat(others.getLast().at("/result/structuredContent/status").asString())
                    .isEqualTo("ingested");
        }
    }

    @Test
    void aCallIsTakenBackByItsOwnSessionAndByNoOther() {
        Http one = session();
        Http other = session();
        try (Events kept = ingest(other, 7);
                Events taken = ingest(one, 7)) {
            half(kept);
            half(taken);
            one.post(
                            tools.path(),
                            Map.of(
                                    "jsonrpc",
                                    "2.0",
                                    "method",
                                    "notifications/cancelled",
                                    "params",
                                    Map.of("requestId", 7)))
                    .is(202);
            rest.countDown();
            JsonNode refused = taken.rest().getLast().path("result");
            assertThat(refused.path("isError").asBoolean()).isTrue();
            assertThat(refused.at("/structuredContent/error").asString()).isEqualTo("CANCELLED");
            assertThat(refused.at("/structuredContent/next/tool").asString()).isEqualTo("cms_media_ingest");
            assertThat(kept.rest()
                            .getLast()
                            .at("/result/structuredContent/status")
                            .asString())
                    .isEqualTo("ingested");
        }
        assertThat(tools.done("cms_media_list", Map.of()).path("total").asInt()).isEqualTo(1);
    }

    @Test
    void aClientThatHangsUpTakesItsCallBack() {
        Events left = ingest(session(), 1);
        half(left);
        left.close();
        rest.countDown();
        eventually("the call has ended and is noted", () -> calls().size() == 1);
        assertThat(calls().getFirst().path("outcome").asString()).isIn("ok", "tool_error");
        assertThat(tools.done("cms_status", Map.of()).path("permissions").isMissingNode())
                .isFalse();
    }

    @Test
    void everySessionHearsOnceOfAnotherListOfToolsAndASubscriptionEndsWithItsAnswer() {
        Http one = session();
        Http other = session();
        Http stateless =
                tools.http().with("MCP-Protocol-Version", McpClient.NEWEST).with("Mcp-Method", "subscriptions/listen");
        try (Events older = one.events("GET", tools.path(), null);
                Events newer = one.events("GET", tools.path(), null);
                Events others = other.events("GET", tools.path(), null);
                Events subscribed = stateless.events("POST", tools.path(), listen())) {
            assertThat(subscribed.next().orElseThrow().path("method").asString())
                    .isEqualTo("notifications/subscriptions/acknowledged");
            key("PATCH", Map.of("allowedTools", List.of("cms_status")));
            assertThat(newer.next().orElseThrow().path("method").asString())
                    .isEqualTo("notifications/tools/list_changed");
            assertThat(others.next().orElseThrow().path("method").asString())
                    .isEqualTo("notifications/tools/list_changed");
            assertThat(subscribed
                            .next()
                            .orElseThrow()
                            .at("/params/_meta/io.modelcontextprotocol~1subscriptionId")
                            .asInt())
                    .isEqualTo(9);
            key("DELETE", null);
            assertThat(older.rest())
                    .as("the newest stream of its session heard it")
                    .isEmpty();
            assertThat(newer.rest()).isEmpty();
            JsonNode answer = subscribed.next().orElseThrow();
            assertThat(answer.path("id").asInt()).isEqualTo(9);
            assertThat(answer.at("/result/resultType").asString()).isEqualTo("complete");
            assertThat(subscribed.next()).isEmpty();
        }
    }

    private static ObjectNode listen() {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 9).put("method", "subscriptions/listen");
        ObjectNode params = message.putObject("params");
        params.putObject("notifications").put("toolsListChanged", true);
        ObjectNode meta = params.putObject("_meta");
        meta.put("io.modelcontextprotocol/protocolVersion", McpClient.NEWEST);
        meta.putObject("io.modelcontextprotocol/clientCapabilities");
        return message;
    }

    private Http session() {
        String session = tools.send(
                        "initialize",
                        Map.of(
                                "protocolVersion",
                                "2025-11-25",
                                "capabilities",
                                Map.of(),
                                "clientInfo",
                                Map.of("name", "test")))
                .is(200)
                .header("Mcp-Session-Id");
        return tools.http().with("Mcp-Session-Id", session).with("MCP-Protocol-Version", "2025-11-25");
    }

    private Events ingest(Http session, int id) {
        return session.events(
                "POST",
                tools.path(),
                Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        id,
                        "method",
                        "tools/call",
                        "params",
                        Map.of(
                                "name",
                                "cms_media_ingest",
                                "arguments",
                                Map.of("url", picture),
                                "_meta",
                                Map.of("progressToken", "p" + id))));
    }

    /** Waits until part of the file has come. */
    private static void half(Events events) {
        double part = 0;
        while (part <= 0) {
            part = events.next().orElseThrow().at("/params/progress").asDouble();
        }
        assertThat(part).isLessThan(1.0);
    }

    private List<JsonNode> calls() {
        JsonNode calls = world.ada()
                .http()
                .get(keys() + "/" + keyId() + "/calls")
                .is(200)
                .json();
        return calls.path("calls").valueStream().toList();
    }

    private void key(String method, Object body) {
        world.ada().http().send(method, keys() + "/" + keyId(), body).is(200);
    }

    private String keyId() {
        return world.ada().http().get(keys()).is(200).json().at("/keys/0/id").asString();
    }

    private String keys() {
        return "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys";
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
