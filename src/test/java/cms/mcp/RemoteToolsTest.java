package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Overlapping;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The endpoint of remote tools with a real key, over HTTP. */
@Tag("scenario")
@Tag("rows")
class RemoteToolsTest {
    /** Tools of a program on the machine of its person, which are refused here by name. */
    static final List<String> UNAVAILABLE = List.of(
            "cms_merge",
            "cms_branch_list",
            "cms_branch_delete",
            "cms_submit",
            "cms_init",
            "cms_scaffold",
            "cms_bulk",
            "cms_doctor",
            "cms_scan",
            "cms_apply");

    private TestApp app;
    private World world;
    private McpClient tools;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        tools = client(Map.of());
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aClientOfEachEraFindsTheSameTools() {
        Reply opened = tools.send(
                        "initialize",
                        Map.of(
                                "protocolVersion",
                                "2025-11-25",
                                "capabilities",
                                Map.of(),
                                "clientInfo",
                                Map.of("name", "test")))
                .is(200);
        JsonNode hello = opened.json().path("result");
        assertThat(hello.path("protocolVersion").asString()).isEqualTo("2025-11-25");
        assertThat(hello.at("/serverInfo/name").asString()).isEqualTo("cms-mcp");
        assertThat(hello.path("instructions").asString().length()).isLessThan(512);
        String session = opened.header("Mcp-Session-Id");
        Http within = tools.http().with("Mcp-Session-Id", session).with("MCP-Protocol-Version", "2025-11-25");
        within.post(tools.path(), Map.of("jsonrpc", "2.0", "method", "notifications/initialized"))
                .is(202);
        JsonNode listed = within.post(tools.path(), Map.of("jsonrpc", "2.0", "id", 1, "method", "tools/list"))
                .is(200)
                .json()
                .at("/result/tools");
        assertThat(names(listed))
                .containsExactly(
                        "cms_status",
                        "cms_describe",
                        "cms_describe_format",
                        "cms_content_list",
                        "cms_content_save",
                        "cms_content_delete",
                        "cms_model_save",
                        "cms_model_delete",
                        "cms_validate");
        assertThat(listed.toString().length()).isLessThan(20_000);
        app.restart();
        within.post(tools.path(), Map.of("jsonrpc", "2.0", "id", 2, "method", "ping"))
                .is(200);
        within.delete(tools.path()).is(204);
        within.post(tools.path(), Map.of("jsonrpc", "2.0", "id", 3, "method", "ping"))
                .is(404);

        JsonNode discovered = tools.sendStateless("server/discover", "", Map.of())
                .is(200)
                .json()
                .path("result");
        assertThat(discovered.path("resultType").asString()).isEqualTo("complete");
        assertThat(discovered.path("supportedVersions")).hasSize(4);
        JsonNode again =
                tools.sendStateless("tools/list", "", Map.of()).is(200).json().path("result");
        assertThat(again.path("tools")).isEqualTo(listed);
        assertThat(again.path("cacheScope").asString()).isEqualTo("private");
    }

    @Test
    void whatATriedAndASavedEntryDoIsSeenAtOnceAndInTheHistory() {
        Map<String, Object> save = Map.of(
                "model",
                "posts",
                "locale",
                "en",
                "entries",
                List.of(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "By a tool"))));
        Map<String, Object> tried = new HashMap<>(save);
        tried.put("dry_run", true);
        assertThat(tools.done("cms_content_save", tried).path("status").asString())
                .isEqualTo("dry_run");
        assertThat(list("aaaabbbbcccc").path("total").asInt()).isZero();

        JsonNode saved = tools.done("cms_content_save", save);
        assertThat(saved.path("status").asString()).isEqualTo("committed");
        assertThat(saved.at("/git/action").asString()).isEqualTo("pending-review");
        assertThat(saved.at("/git/landed").asBoolean()).isTrue();
        JsonNode found = list("aaaabbbbcccc").at("/data/0");
        assertThat(found.at("/data/title").asString()).isEqualTo("By a tool");
        assertThat(tools.done("cms_content_save", save).path("status").asString())
                .isEqualTo("unchanged");

        JsonNode newest =
                world.ada().http().get(world.p() + "/history").is(200).json().at("/history/0");
        assertThat(newest.toString()).contains("mcp", "cms_content_save").contains("mcp_key:");
        JsonNode snapshot =
                world.ada().http().get(world.p() + "/brain/sync").is(200).json();
        assertThat(snapshot.at("/meta/posts:en/aaaabbbbcccc/source").asString()).isEqualTo("agent");
    }

    @Test
    void aSaveThatIsWrongNamesEverythingAtOnceAndChangesNothing() {
        JsonNode refused = tools.refused(
                "cms_content_save",
                Map.of(
                        "modell",
                        "posts",
                        "entries",
                        List.of(Map.of("data", Map.of("title", 7)), Map.of("dat", Map.of()))));
        assertThat(refused.path("changed").asBoolean(true)).isFalse();
        assertThat(refused.path("issues").size()).isGreaterThanOrEqualTo(3);
        assertThat(refused.path("issues").toString()).contains("modell", "did_you_mean");

        JsonNode invalid = tools.refused(
                "cms_content_save",
                Map.of("model", "posts", "entries", List.of(Map.of("id", "aaaabbbbcccd", "data", Map.of("title", 7)))));
        assertThat(invalid.path("error").asString()).isEqualTo("VALIDATION_FAILED");
        JsonNode unknown = tools.refused("cms_describe", Map.of("model", "post"));
        assertThat(unknown.toString()).contains("posts");
        assertThat(list("aaaabbbbcccd").path("total").asInt()).isZero();
    }

    @Test
    void aRepeatedSaveWithItsKeyIsCarriedOutOnce() {
        Map<String, Object> save = Map.of(
                "model", "posts", "idempotency_key", "k1", "entries", List.of(Map.of("data", Map.of("title", "Once"))));
        tools.done("cms_content_save", save);
        tools.call("cms_content_save", save);
        assertThat(tools.done("cms_content_list", Map.of("model", "posts", "search", "Once"))
                        .path("total")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aDeleteNeedsAPersonsWord() {
        tools.done(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "entries",
                        List.of(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "Goes")))));
        Map<String, Object> delete = Map.of("model", "posts", "id", "aaaabbbbcccc");
        assertThat(tools.refused("cms_content_delete", delete).path("error").asString())
                .isEqualTo("CONFIRMATION_REQUIRED");

        JsonNode asked = tools.sendStateless(
                        "tools/call", "cms_content_delete", Map.of("name", "cms_content_delete", "arguments", delete))
                .is(200)
                .json()
                .path("result");
        assertThat(asked.path("resultType").asString()).isEqualTo("input_required");
        String state = asked.path("requestState").asString();
        JsonNode declined = answer(delete, state, false).path("structuredContent");
        assertThat(declined.path("status").asString()).isEqualTo("declined");
        assertThat(list("aaaabbbbcccc").path("total").asInt()).isEqualTo(1);
        JsonNode other = answer(Map.of("model", "posts", "id", "another"), state, true);
        assertThat(other.isMissingNode()).isTrue();
        answer(delete, state, true);
        assertThat(list("aaaabbbbcccc").path("total").asInt()).isZero();
    }

    private JsonNode answer(Map<String, Object> arguments, String state, boolean confirm) {
        return tools.sendStateless(
                        "tools/call",
                        "cms_content_delete",
                        Map.of(
                                "name",
                                "cms_content_delete",
                                "arguments",
                                arguments,
                                "requestState",
                                state,
                                "inputResponses",
                                Map.of("confirm", Map.of("action", "accept", "content", Map.of("confirm", confirm)))))
                .is(200)
                .json()
                .path("result");
    }

    @Test
    void whatIsNotHereSaysWhatIsMissingAndWhatToDo() {
        for (String tool : UNAVAILABLE) {
            JsonNode refused = tools.refused(tool, Map.of());
            assertThat(refused.path("error").asString()).isEqualTo("CAPABILITY_UNAVAILABLE");
            assertThat(refused.path("message").asString()).contains("not available remotely");
            assertThat(refused.path("capability_required").asString()).isNotEmpty();
        }
        assertThat(tools.refused("cms_validate", Map.of("fix", true))
                        .path("capability_required")
                        .asString())
                .isEqualTo("localWorktree");
        JsonNode validated = tools.done("cms_validate", Map.of());
        assertThat(validated.path("status").asString()).isEqualTo("validated");
        assertThat(validated.at("/summary/models_checked").asInt()).isPositive();
        assertThat(validated.at("/summary/entries_checked").asInt()).isPositive();
        assertThat(tools.send("tools/call", Map.of("name", "cms_nothing"))
                        .is(200)
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
    }

    @Test
    void aListOfToolsIsTheWholeSurfaceAndDeniedCallsCostNothing() {
        McpClient limited =
                client(Map.of("allowedTools", List.of("cms_status", "cms_media_list"), "monthlyCallLimit", 2));
        assertThat(names(limited.send("tools/list", Map.of()).json().at("/result/tools")))
                .containsExactly("cms_status");
        for (String tool : List.of("cms_content_list", "cms_merge", "cms_media_get", "cms_nothing")) {
            Reply denied = limited.send("tools/call", Map.of("name", tool, "arguments", Map.of("model", "posts")))
                    .is(403);
            assertThat(denied.json().at("/error/code").asInt()).isEqualTo(40303);
        }
        for (Map<String, Object> unnamed : List.<Map<String, Object>>of(Map.of(), Map.of("arguments", Map.of()))) {
            assertThat(limited.send("tools/call", unnamed)
                            .is(200)
                            .json()
                            .at("/error/code")
                            .asInt())
                    .as("a call that names no tool is malformed")
                    .isEqualTo(-32602);
        }
        assertThat(limited.refused("cms_media_list", Map.of())
                        .path("capability_required")
                        .asString())
                .isEqualTo("media");
        limited.done("cms_status", Map.of());
        Reply spent = limited.send("tools/call", Map.of("name", "cms_status")).is(429);
        assertThat(spent.json().at("/error/code").asInt()).isEqualTo(42902);
        assertThat(Long.parseLong(spent.header("Retry-After"))).isPositive();
        limited.send("tools/list", Map.of()).is(200);
    }

    @Test
    void everyRefusalHasItsCodeInTheEnvelopeOfTheProtocol() {
        Http plain = new Http(app.url());
        Map<String, Object> ping = Map.of("jsonrpc", "2.0", "id", 1, "method", "ping");
        Reply anonymous = plain.post(tools.path(), ping).is(401);
        tools.send("ping", Map.of("text", "a\0b")).is(400); // what no text of the rows can hold
        assertThat(anonymous.json().at("/error/code").asInt()).isEqualTo(40101);
        assertThat(anonymous.header("WWW-Authenticate")).startsWith("Bearer");
        String elsewhere = tools.path().replace(world.projectId(), "00000000-0000-4000-8000-000000000000");
        assertThat(tools.http()
                        .post(elsewhere, ping)
                        .is(403)
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(40301);
        assertThat(tools.http()
                        .with("Origin", "https://evil.example")
                        .post(tools.path(), ping)
                        .is(403)
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(40305);
        tools.http()
                .with("Origin", "http://localhost:5173")
                .post(tools.path(), ping)
                .is(200);
        assertThat(tools.http().get(tools.path()).is(405).header("Allow")).isEqualTo("POST");
        for (String method : List.of("PUT", "PATCH")) {
            Reply other = tools.http().send(method, tools.path(), ping).is(405);
            assertThat(other.json().at("/error/code").asInt()).as(method).isEqualTo(40500);
            assertThat(other.header("Allow")).isEqualTo("DELETE, GET, HEAD, OPTIONS, POST");
        }
        assertThat(tools.http()
                        .with("Origin", "https://evil.example")
                        .with("Access-Control-Request-Method", "POST")
                        .send("OPTIONS", tools.path(), null)
                        .is(403)
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(40305);
        assertThat(tools.http()
                        .post(tools.path(), Map.of("id", 1))
                        .is(400)
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32600);

        McpClient slow = client(Map.of("rateLimitPerMinute", 2));
        slow.http().post(elsewhere, ping).is(403); // who was denied has made a call all the same
        slow.send("ping", Map.of()).is(200);
        Reply late = slow.send("ping", Map.of()).is(429);
        assertThat(late.json().at("/error/code").asInt()).isEqualTo(42901);
        assertThat(Long.parseLong(late.header("Retry-After"))).isBetween(1L, 60L);
    }

    /** Before, the second change brought back what the first one had taken away. */
    @Test
    void twoChangesOfOneKeyAtTheSameMomentAreBothStored() throws Exception {
        Overlapping.assumePossible();
        String keys = "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys";
        Http ada = world.ada().http();
        String id = ada.get(keys).is(200).json().at("/keys/0/id").asString();
        List<String> other =
                List.of("UPDATE mcp_keys SET allowed_tools = '[\"cms_status\"]' WHERE key_id = '" + id + "'");
        Overlapping.transaction(app, other, () -> ada.patch(keys + "/" + id, Map.of("rateLimitPerMinute", 7)))
                .is(200);
        JsonNode key = ada.get(keys).is(200).json().at("/keys/0");
        assertThat(key.get("allowed_tools").valueStream().map(JsonNode::asString))
                .containsExactly("cms_status");
        assertThat(key.get("rate_limit_per_minute").asInt()).isEqualTo(7);
    }

    @Test
    void keysAreManagedByAdminsShownOnceAndRevokedAtOnce() {
        String keys = "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys";
        JsonNode listed = world.bo().http().get(keys).is(200).json().path("keys");
        assertThat(listed).hasSize(1);
        assertThat(listed.toString()).doesNotContain("\"key\"");
        String id = listed.at("/0/id").asString();
        tools.done("cms_status", Map.of());
        assertThat(world.ada()
                        .http()
                        .get(keys)
                        .is(200)
                        .json()
                        .at("/keys/0/calls_this_month")
                        .asInt())
                .isEqualTo(1);
        world.ada().http().get(keys + "/" + id + "/calls?limit=101").is(400);
        JsonNode calls = world.ada()
                .http()
                .get(keys + "/" + id + "/calls")
                .is(200)
                .json()
                .path("calls");
        assertThat(calls.at("/0/tool").asString()).isEqualTo("cms_status");
        assertThat(calls.at("/0/outcome").asString()).isEqualTo("ok");
        world.bo().http().get(keys + "/" + id + "/calls").is(403); // they name branches of any model and project

        JsonNode changed = world.ada()
                .http()
                .patch(keys + "/" + id, Map.of("allowedTools", List.of("cms_status"), "rateLimitPerMinute", 5))
                .is(200)
                .json();
        assertThat(changed.path("rate_limit_per_minute").asInt()).isEqualTo(5);
        tools.send("tools/call", Map.of("name", "cms_validate")).is(403);
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("name", "robot\u2066"),
                Map.of("allowedTools", List.of("cms_merge")),
                Map.of("rateLimitPerMinute", 601),
                Map.of("monthlyCallLimit", 0),
                Map.of("projectId", world.projectId()))) {
            world.ada().http().patch(keys + "/" + id, wrong).is(400);
        }
        world.bo().http().delete(keys + "/" + id).is(403);
        world.ada().http().delete(keys + "/" + id).is(200);
        assertThat(tools.send("ping", Map.of()).is(401).json().at("/error/code").asInt())
                .isEqualTo(40102);
        assertThat(world.ada().http().get(keys).is(200).json().path("keys")).isEmpty();
    }

    /** A tool may go, and a rule of names may come, after a key was made. */
    @Test
    void whatIsStoredOfAKeyMayBeSentBack() throws SQLException {
        String keys = "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys";
        Http ada = world.ada().http();
        String path = keys + "/" + ada.get(keys).is(200).json().at("/keys/0/id").asString();
        try (Connection rows = app.rows();
                Statement update = rows.createStatement()) {
            update.executeUpdate("UPDATE mcp_keys SET name = '\u3164', allowed_tools = '[\"cms_before\"]'");
        }
        Map<String, Object> stored = Map.of("name", "\u3164", "allowedTools", List.of("cms_before", "cms_status"));

        assertThat(ada.patch(path, stored).is(200).json().path("allowed_tools").toString())
                .isEqualTo("[\"cms_before\",\"cms_status\"]");
        ada.patch(path, Map.of("name", "\u2800")).is(400);
        ada.patch(path, Map.of("allowedTools", List.of("cms_tomorrow"))).is(400);
        ada.patch(path, Map.of("name", "robot", "allowedTools", List.of("cms_status")))
                .is(200);
        ada.patch(path, stored).is(400);
        ada.post(keys, Map.of("projectId", world.projectId(), "name", "\u3164", "allowedTools", List.of("cms_status")))
                .is(400);
    }

    @Test
    void resourcesAndPromptsAreReadWithinTheCallersTools() {
        assertThat(tools.send("resources/list", Map.of())
                        .json()
                        .at("/result/resources/0/uri")
                        .asString())
                .isEqualTo("cms://format");
        JsonNode model = tools.send("resources/read", Map.of("uri", "cms://models/posts"))
                .is(200)
                .json();
        assertThat(model.at("/result/contents/0/text").asString()).contains("\"kind\":\"collection\"");
        assertThat(tools.send("resources/read", Map.of("uri", "cms://models/nothing"))
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
        assertThat(tools.send("resources/read", Map.of("uri", "cms://entries/home/en/home"))
                        .is(200)
                        .json()
                        .at("/result/contents/0/text")
                        .asString())
                .contains("\"content_is_data\":true");
        assertThat(tools.send("resources/read", Map.of("uri", "cms://entries/home/en/nonsense"))
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
        McpClient limited = client(Map.of("allowedTools", List.of("cms_status")));
        assertThat(limited.send("resources/read", Map.of("uri", "cms://models/posts"))
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);

        assertThat(tools.send("prompts/list", Map.of()).json().at("/result/prompts"))
                .hasSize(4);
        JsonNode prompt = tools.send(
                        "prompts/get",
                        Map.of("name", "translate_missing", "arguments", Map.of("model", "posts", "to", "de")))
                .json();
        assertThat(prompt.at("/result/messages/0/content/text").asString()).contains("posts", "de");
        assertThat(tools.send("prompts/get", Map.of("name", "translate_missing"))
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
    }

    @Test
    void howToConnectIsSaidWithAPlaceholderForTheKey() {
        JsonNode connect =
                world.dee().http().get(world.p() + "/mcp/connect").is(200).json();
        assertThat(connect.path("endpoint").asString()).endsWith(tools.path());
        assertThat(connect.at("/snippets/claude").asString()).contains("YOUR_KEY");
        assertThat(connect.at("/registry/remotes/0/url").asString()).endsWith(tools.path());
        Http page = new Http(app.url()).with("Origin", "https://catalogue.example");
        Reply catalog = page.get("/.well-known/ai-catalog.json").is(200);
        assertThat(catalog.header("Access-Control-Allow-Origin")).isEqualTo("*");
        String card = catalog.json().at("/entries/0/url").asString();
        Reply read = page.get(URI.create(card).getPath()).is(200);
        assertThat(read.header("Content-Type")).startsWith("application/mcp-server-card+json");
        assertThat(read.json().path("name").asString()).endsWith("/cms");
        assertThat(read.json().at("/remotes/1/supportedProtocolVersions")).hasSize(4);
        assertThat(read.json().has("tools")).isFalse();
    }

    @Test
    void theLogNamesTheKeyThatSomebodyActedThrough() {
        tools.done(
                "cms_content_save",
                Map.of("model", "posts", "entries", List.of(Map.of("data", Map.of("title", "Via")))));
        JsonNode line = world.ada()
                .http()
                .get(world.p() + "/activity?action=cms_content_save")
                .is(200)
                .json()
                .at("/data/0");
        assertThat(line.path("origin").asString()).isEqualTo("mcp");
        assertThat(line.at("/via/kind").asString()).isEqualTo("mcp_key");
        assertThat(line.at("/via/name").asString()).isEqualTo("a robot");
    }

    private JsonNode list(String id) {
        return tools.done("cms_content_list", Map.of("model", "posts", "ids", List.of(id)));
    }

    private McpClient client(Map<String, Object> more) {
        return McpClient.withKey(world, more);
    }

    private static List<String> names(JsonNode tools) {
        List<String> names = new ArrayList<>();
        tools.forEach(tool -> names.add(tool.path("name").asString()));
        return names;
    }
}
