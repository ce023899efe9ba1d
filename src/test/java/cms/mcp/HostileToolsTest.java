package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.mcp.tools.Tools;
import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.UnsentBody;
import cms.testing.World;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Callers of remote tools who want more than they may, send what nobody expects, or come all at once. */
@Tag("scenario")
@Tag("rows")
class HostileToolsTest {
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

    /** Shown to fail where a batch counts as one request: twenty times what the minute allows went through. */
    @Test
    void eachCallOfABatchCountsOfTheMinuteAndABatchWithoutRoomRunsNothing() {
        McpClient tools = client(Map.of("rateLimitPerMinute", 30));
        tools.http().post(tools.path(), pings(20)).is(200);
        Reply refused = tools.http().post(tools.path(), pings(20)).is(429);
        assertThat(refused.json().at("/error/code").asInt()).isEqualTo(42901);
        assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(1L, 60L);
        tools.http().post(tools.path(), pings(9)).is(200);
        tools.http().post(tools.path(), pings(1)).is(429);
        assertThat(UnsentBody.status(app.url(), "POST", tools.path(), tools.http()))
                .isEqualTo(429);
    }

    /** Shown to fail where the values of a body are not counted: four megabytes were two million lists. */
    @Test
    void aBodyOfManyValuesIsTooLargeAsEverywhere() {
        McpClient tools = client(Map.of());
        String lists = "[" + "[],".repeat(300_000) + "0]";
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + lists + "}}";
        for (String body : List.of(lists, call)) {
            tools.http()
                    .sendBytes("POST", tools.path(), "application/json", body.getBytes(StandardCharsets.UTF_8))
                    .is(413);
        }
    }

    private static ArrayNode pings(int count) {
        ArrayNode batch = Json.object().putArray("batch");
        for (int id = 1; id <= count; id++) {
            batch.addObject().put("jsonrpc", "2.0").put("id", id).put("method", "ping");
        }
        return batch;
    }

    @Test
    void aKeyOfOneToolMayCallThatToolAndNoOtherName() {
        for (String only : Tools.names()) {
            McpClient limited = client(Map.of("allowedTools", List.of(only)));
            List<String> let = new ArrayList<>();
            List<String> all = new ArrayList<>(Tools.names());
            all.addAll(RemoteToolsTest.UNAVAILABLE);
            for (String tool : all) {
                Reply reply = limited.send("tools/call", Map.of("name", tool, "arguments", Map.of("model", "none")));
                assertThat(reply.status()).as(only + " calls " + tool).isIn(200, 403);
                if (reply.status() == 200) {
                    let.add(tool);
                }
            }
            assertThat(let).containsExactly(only);
            List<JsonNode> listed = limited.send("tools/list", Map.of())
                    .is(200)
                    .json()
                    .at("/result/tools")
                    .valueStream()
                    .toList();
            assertThat(listed)
                    .allSatisfy(card -> assertThat(card.path("name").asString()).isEqualTo(only));
            revokeAll();
        }
    }

    @Test
    void noOtherCredentialOpensTheEndpointAndForeignProjectsLookLikeUnknownOnes() {
        McpClient tools = client(Map.of());
        Map<String, Object> ping = Map.of("jsonrpc", "2.0", "id", 1, "method", "ping");
        world.ada().http().post(tools.path(), ping).is(401);
        for (String token : List.of("", "cms_mcp_", "cms_mcp_" + "a".repeat(5_000), "cms_cdn_x")) {
            new Http(app.url()).bearer(token).post(tools.path(), ping).is(401);
        }
        String theirs = World.connect(world.nobody(), world.nobody().primaryWorkspace(), "starters/blog", "theirs");
        List<String> refused = new ArrayList<>();
        for (String other : List.of(theirs, "00000000-0000-4000-8000-000000000000", "x")) {
            refused.add(tools.http()
                    .post("/api/mcp/v1/" + other + "/mcp", ping)
                    .is(403)
                    .text());
        }
        assertThat(Set.copyOf(refused)).hasSize(1);

        String session = tools.send("initialize", Map.of("protocolVersion", "2025-06-18"))
                .is(200)
                .header("Mcp-Session-Id");
        McpClient second = client(Map.of());
        second.http().with("Mcp-Session-Id", session).post(tools.path(), ping).is(404);
        second.http().with("Mcp-Session-Id", session).delete(tools.path()).is(404);
        tools.http().with("Mcp-Session-Id", session).post(tools.path(), ping).is(200);
        tools.http()
                .with("Mcp-Session-Id", session + "x")
                .post(tools.path(), ping)
                .is(404);
        tools.http()
                .with("Mcp-Session-Id", "a".repeat(4_000))
                .post(tools.path(), ping)
                .is(404);
    }

    @Test
    void bodiesThatNobodyExpectsAreRefusedInTheEnvelopeOfTheProtocol() {
        McpClient tools = client(Map.of());
        Map<String, Integer> bodies = new TreeMap<>();
        bodies.put("", 400);
        bodies.put("[]", 400);
        bodies.put("null", 400);
        bodies.put("\"text\"", 400);
        bodies.put("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", 400);
        bodies.put("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", 400);
        bodies.put("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", 400);
        bodies.put("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", 400);
        bodies.put("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"id\":2}", 400);
        bodies.put("[".repeat(20_000), 400);
        bodies.put("{\"a\":".repeat(20_000), 400);
        bodies.put(
                "[" + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},".repeat(20)
                        + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
                400);
        bodies.forEach((body, status) -> {
            Reply reply = raw(tools, body.getBytes(StandardCharsets.UTF_8));
            assertThat(reply.status())
                    .as(body.substring(0, Math.min(80, body.length())))
                    .isEqualTo(status);
            assertThat(reply.json().at("/error/code").isInt()).isTrue();
        });
        assertThat(raw(tools, new byte[] {'{', (byte) 0xFF, '}'}).status()).isEqualTo(400);
        Reply large = raw(tools, new byte[4 * 1024 * 1024 + 1]);
        assertThat(large.status()).isEqualTo(413);
        tools.http()
                .sendBytes("POST", tools.path(), "text/plain", "{}".getBytes(StandardCharsets.UTF_8))
                .is(415);
    }

    @Tag("large")
    @Test
    void argumentsOfEveryWrongKindAreNamedNeverAFault() {
        McpClient tools = client(Map.of("rateLimitPerMinute", 600));
        List<Object> wrong =
                List.of(-1, 1e300, "\u0001\u202E", List.of(List.of()), Map.of("a", Map.of("b", 1)), "x".repeat(3_000));
        for (JsonNode card : tools.send("tools/list", Map.of()).json().at("/result/tools")) {
            String tool = card.path("name").asString();
            for (String member : card.at("/inputSchema/properties")
                    .propertyStream()
                    .map(Map.Entry::getKey)
                    .toList()) {
                for (Object value : wrong) {
                    Map<String, Object> arguments = new HashMap<>(Map.of("model", "posts", "dry_run", true));
                    if (!card.at("/inputSchema/properties").has("model")) {
                        arguments.clear();
                    }
                    if (!card.at("/inputSchema/properties").has("dry_run")) {
                        arguments.remove("dry_run");
                    }
                    if (tool.equals("cms_content_save")) {
                        arguments.put("entries", List.of(Map.of("data", Map.of("title", "t"))));
                    }
                    arguments.put(member, value);
                    JsonNode result = tools.call(tool, arguments);
                    if (result.path("isError").asBoolean()) {
                        assertThat(result.at("/structuredContent/error").asString())
                                .isNotEmpty();
                        assertThat(result.at("/structuredContent/changed").asBoolean(true))
                                .isFalse();
                    }
                }
            }
            app.advance(Duration.ofSeconds(61));
        }
        JsonNode unknown = tools.refused("cms_status", Map.of("modle", 1));
        assertThat(unknown.at("/issues/0/path").asString()).isEqualTo("modle");
    }

    @Test
    void ofTwoHundredCallsAtTheLastUnitOneIsLetIn() throws Exception {
        McpClient tools = client(Map.of("monthlyCallLimit", 3, "rateLimitPerMinute", 600));
        tools.done("cms_status", Map.of());
        tools.done("cms_status", Map.of());
        String path = tools.path();
        Http http = tools.http();
        Map<String, Object> call = Map.of(
                "jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", Map.of("name", "cms_describe_format"));
        List<Integer> statuses = together(IntStream.range(0, 200)
                .<Callable<Integer>>mapToObj(i -> () -> http.post(path, call).status())
                .toList());
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(Set.copyOf(statuses)).containsExactlyInAnyOrder(200, 429);
    }

    @Test
    void eightCallersSaveAtOnceAndNothingIsLost() throws Exception {
        McpClient tools = client(Map.of("rateLimitPerMinute", 600));
        String path = tools.path();
        Http http = tools.http();
        List<JsonNode> answers = together(IntStream.range(0, 8)
                .<Callable<JsonNode>>mapToObj(caller -> () -> {
                    JsonNode last = Json.object();
                    for (int i = 0; i < 5; i++) {
                        last = http.post(path, save("aa%02d%08d".formatted(caller, i), "Title " + caller + i))
                                .is(200)
                                .json();
                        assertThat(last.at("/result/isError").asBoolean(true))
                                .as(last.toString())
                                .isFalse();
                    }
                    return last;
                })
                .toList());
        assertThat(answers).hasSize(8);
        JsonNode listed = tools.done("cms_content_list", Map.of("model", "posts", "search", "Title ", "limit", 100));
        assertThat(listed.path("total").asInt()).isEqualTo(40);
    }

    @Test
    void whatHidesInTextsIsShownEscapedToThoseWhoRead() {
        McpClient tools = client(Map.of());
        String hidden = "a\u202Eb\u200Bc\uDB40\uDC41d\u2066e";
        tools.done(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "entries",
                        List.of(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", hidden)))));
        JsonNode result = tools.call("cms_content_list", Map.of("model", "posts", "ids", List.of("aaaabbbbcccc")));
        String text = result.at("/content/0/text").asString();
        assertThat(text).contains("a\\u202eb\\u200bc\\udb40\\udc41d\\u2066e").doesNotContain("\u202E", "\u200B");
        assertThat(result.at("/structuredContent/data/0/data/title").asString()).isEqualTo(hidden);
    }

    private static Map<String, Object> save(String id, String title) {
        return Map.of(
                "jsonrpc",
                "2.0",
                "id",
                1,
                "method",
                "tools/call",
                "params",
                Map.of(
                        "name",
                        "cms_content_save",
                        "arguments",
                        Map.of(
                                "model",
                                "posts",
                                "entries",
                                List.of(Map.of("id", id, "data", Map.of("title", title))))));
    }

    private static <T> List<T> together(List<Callable<T>> work) throws Exception {
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<T> results = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(work)) {
                results.add(each.get());
            }
            return results;
        }
    }

    private static Reply raw(McpClient tools, byte[] body) {
        return tools.http().sendBytes("POST", tools.path(), "application/json", body);
    }

    private McpClient client(Map<String, Object> more) {
        return McpClient.withKey(world, more);
    }

    private void revokeAll() {
        String keys = "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys";
        world.ada()
                .http()
                .get(keys)
                .json()
                .path("keys")
                .forEach(key -> world.ada()
                        .http()
                        .delete(keys + "/" + key.path("id").asString())
                        .is(200));
    }
}
