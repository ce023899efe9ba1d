package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.mcp.tools.Tools;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Who may call which tool, and what comes of it: every kind of caller with every name, as one table (reference 7.2).
 */
@Tag("large")
class CallerTableTest {
    private static final String READ = "project:metadata content:read";

    private TestApp app;
    private World world;
    private McpClient maker;
    private int made;

    /** @param path of the endpoint that its credential is good for */
    private record Caller(Http http, String path) {
        Reply send(String method, Map<String, Object> params) {
            return http.post(path, Map.of("jsonrpc", "2.0", "id", 1, "method", method, "params", params));
        }
    }

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        maker = McpClient.busy(world);
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void everyCallerMayDoWhatItsColumnSaysAndIsListedJustThat() throws IOException {
        Map<String, Caller> callers = callers();
        List<String> names = new ArrayList<>(Tools.names());
        names.addAll(RemoteToolsTest.UNAVAILABLE);
        StringBuilder found = new StringBuilder("# tool | " + String.join(" | ", callers.keySet()) + "\n");
        Map<String, List<String>> let = new LinkedHashMap<>();
        for (String tool : names) {
            List<String> row = new ArrayList<>(List.of(tool));
            callers.forEach((who, caller) -> {
                String came = call(caller, tool);
                row.add(came);
                if (!came.startsWith("40") && !came.startsWith("unavailable")) {
                    let.computeIfAbsent(who, _ -> new ArrayList<>()).add(tool);
                }
            });
            found.append(String.join(" | ", row)).append('\n');
        }
        assertThat(found.toString()).isEqualTo(table());
        callers.forEach(
                (who, caller) -> assertThat(listed(caller)).as(who).isEqualTo(let.getOrDefault(who, List.of())));
    }

    private Map<String, Caller> callers() {
        Map<String, Caller> all = new LinkedHashMap<>();
        all.put("key", key(Map.of()));
        all.put("key with media", key(Map.of("mediaEnabled", true)));
        all.put("key of two", key(Map.of("allowedTools", List.of("cms_status", "cms_content_list"))));
        Person admin = Person.signIn(app.url(), "al@example.com", "web_identity");
        world.ada()
                .http()
                .post(
                        "/api/workspaces/" + world.workspaceId() + "/members",
                        Map.of("email", admin.email(), "role", "admin"))
                .is(200);
        admin.http().get("/api/workspaces").is(200);
        AppClient client = AppClient.registered(app.url());
        Map<String, String> people = new LinkedHashMap<>();
        people.put("owner", "ada@example.com git_host");
        people.put("admin", "al@example.com web_identity");
        people.put("editor", "bo@example.com web_identity");
        people.put("viewer", "dee@example.com web_identity");
        people.forEach((role, who) -> {
            String[] parts = who.split(" ", 2);
            Http browser = AppClient.browser(app.url(), parts[0], parts[1]);
            all.put(role, grant(browser, client, AppClient.ALL));
            all.put(role + " reads", grant(browser, client, READ));
            all.put(role + " writes", grant(browser, client, "content:write"));
        });
        return all;
    }

    private Caller key(Map<String, Object> more) {
        McpClient client = McpClient.withKey(world, with(more, "rateLimitPerMinute", 600));
        return new Caller(client.http(), client.path());
    }

    private Caller grant(Http browser, AppClient client, String scopes) {
        Map<String, String> wanted = client.wanted();
        wanted.put("scope", scopes);
        String token = client.connect(browser, world.projectId(), wanted)
                .path("access_token")
                .asString();
        return new Caller(
                new Http(app.url()).bearer(token).with("Accept", "application/json, text/event-stream"),
                "/api/mcp/v1/mcp");
    }

    private static Map<String, Object> with(Map<String, Object> more, String name, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(more);
        all.put(name, value);
        return all;
    }

    /** What came, and whether the content is another one after it. */
    private String call(Caller caller, String tool) {
        Map<String, Object> arguments = arguments(tool);
        String before = tip();
        Reply reply = caller.send("tools/call", Map.of("name", tool, "arguments", arguments));
        String effect = tip().equals(before) ? "" : ", changed";
        if (reply.status() != 200) {
            return reply.json().at("/error/code").asString() + effect;
        }
        JsonNode result = reply.json().path("result");
        if (!result.path("isError").asBoolean(true)) {
            return "done" + effect;
        }
        String error = result.at("/structuredContent/error").asString();
        return (error.equals("CAPABILITY_UNAVAILABLE") ? "unavailable" : error) + effect;
    }

    private String tip() {
        return world.ada()
                .http()
                .get(world.p() + "/history")
                .is(200)
                .json()
                .at("/history/0")
                .toString();
    }

    /** Something that succeeds for whoever may do it, each time anew; the asset is one that there is not. */
    private Map<String, Object> arguments(String tool) {
        String one = "aaaabbbb%04d".formatted(made++);
        return switch (tool) {
            case "cms_describe" -> Map.of("model", "posts");
            case "cms_content_list" -> Map.of("model", "posts");
            case "cms_content_save" ->
                Map.of("model", "posts", "entries", List.of(Map.of("id", one, "data", Map.of("title", one))));
            case "cms_content_delete" -> Map.of("model", "posts", "id", saved(one), "confirm", true);
            case "cms_model_save" -> model("m" + one);
            case "cms_model_delete" -> Map.of("model", modelled("m" + one), "confirm", true);
            case "cms_media_get" -> Map.of("id", "none");
            case "cms_media_update" -> Map.of("id", "none", "alt", "Nothing");
            case "cms_media_delete" -> Map.of("id", "none", "confirm", true);
            case "cms_media_ingest" -> Map.of("url", "http://127.0.0.1:1/none.png");
            default -> Map.of();
        };
    }

    private String saved(String id) {
        maker.done(
                "cms_content_save",
                Map.of("model", "posts", "entries", List.of(Map.of("id", id, "data", Map.of("title", id)))));
        return id;
    }

    private String modelled(String id) {
        maker.done("cms_model_save", model(id));
        return id;
    }

    private static Map<String, Object> model(String id) {
        return Map.of(
                "id",
                id,
                "name",
                id,
                "kind",
                "collection",
                "domain",
                "site",
                "fields",
                Map.of("title", Map.of("type", "string")));
    }

    private static List<String> listed(Caller caller) {
        return caller.send("tools/list", Map.of())
                .is(200)
                .json()
                .at("/result/tools")
                .valueStream()
                .map(tool -> tool.path("name").asString())
                .toList();
    }

    private static String table() throws IOException {
        try (InputStream file = Objects.requireNonNull(CallerTableTest.class.getResourceAsStream("/mcp/callers.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
