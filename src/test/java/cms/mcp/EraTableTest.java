package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The answers to each revision of the protocol at the one address, as one table. */
class EraTableTest {
    private static final List<String> REVISIONS = List.of("2025-03-26", "2025-06-18", "2025-11-25", McpClient.NEWEST);
    private static final String SESSION = "Mcp-Session-Id";
    private static final String VERSION = "MCP-Protocol-Version";
    private static final String METHOD = "Mcp-Method";
    private static final String NAME = "Mcp-Name";
    private static final String LIST = "tools/list";
    private static final String CALL = "tools/call";

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

    @Test
    void everyRequestIsAnsweredAsItsRevisionSays() throws IOException {
        Map<String, Function<Speaker, Reply>> requests = requests();
        List<Speaker> speakers = REVISIONS.stream().map(this::speaker).toList();
        StringBuilder found = new StringBuilder("# request | " + String.join(" | ", REVISIONS) + "\n");
        requests.forEach((name, request) -> found.append(name)
                .append(" | ")
                .append(speakers.stream()
                        .map(speaker -> shown(request.apply(speaker)))
                        .collect(Collectors.joining(" | ")))
                .append('\n'));
        assertThat(found.toString()).isEqualTo(table());
    }

    private static String table() throws IOException {
        try (InputStream file = Objects.requireNonNull(EraTableTest.class.getResourceAsStream("/mcp/eras.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<String, Function<Speaker, Reply>> requests() {
        Map<String, Function<Speaker, Reply>> all = new LinkedHashMap<>();
        all.put("initialize", by -> by.send("initialize", Map.of("protocolVersion", by.revision())));
        all.put(
                "initialize of a revision that nobody knows",
                by -> by.send("initialize", Map.of("protocolVersion", "1")));
        all.put(
                "initialized",
                by -> by.post(Json.object().put("jsonrpc", "2.0").put("method", "notifications/initialized")));
        all.put("ping", by -> by.send("ping", Map.of()));
        all.put("discover", by -> by.send("server/discover", Map.of()));
        all.put("list of tools", by -> by.send(LIST, Map.of()));
        all.put("a page of it that there is not", by -> by.send(LIST, Map.of("cursor", "2")));
        all.put("call", by -> by.send(CALL, Map.of("name", "cms_status")));
        all.put("call with wrong arguments", by -> by.send(CALL, Map.of("name", "cms_describe")));
        all.put("call of a tool that there is not", by -> by.send(CALL, Map.of("name", "cms_nothing")));
        all.put("call of what is unavailable", by -> by.send(CALL, Map.of("name", "cms_merge")));
        all.put("list of resources", by -> by.send("resources/list", Map.of()));
        all.put("a resource", by -> by.send("resources/read", Map.of("uri", "cms://format")));
        all.put("a resource that there is not", by -> by.send("resources/read", Map.of("uri", "cms://none")));
        all.put("list of prompts", by -> by.send("prompts/list", Map.of()));
        all.put("a prompt", by -> by.send("prompts/get", Map.of("name", "review_changes")));
        all.put("a method that there is not", by -> by.send("tools/forget", Map.of()));
        all.put("batch of two", by -> by.post(batch(by, 2)));
        all.put("batch of twenty-one", by -> by.post(batch(by, 21)));
        all.put("empty batch", by -> by.post(batch(by, 0)));
        all.put("not JSON", by -> by.raw("application/json", "{"));
        all.put("id null", by -> by.post(((ObjectNode) by.message("ping", Map.of())).putNull("id")));
        all.put(
                "another type",
                by -> by.raw("text/plain", by.message("ping", Map.of()).toString()));
        all.put("Accept of neither", by -> by.with("Accept", "text/html").send(LIST, Map.of()));
        all.put("no key", by -> by.with("Authorization", "Bearer none").send(LIST, Map.of()));
        all.put(
                "header with a revision that nobody knows",
                by -> by.with(VERSION, "1999-01-01").send(LIST, Map.of()));
        all.put("header without a revision", by -> by.with(VERSION, "").send(LIST, Map.of()));
        all.put("header with another method", by -> by.with(METHOD, "ping").send(LIST, Map.of()));
        all.put("header with another name", by -> by.with(NAME, "cms_merge").send(CALL, Map.of("name", "cms_status")));
        all.put(
                "header with a name in base64",
                by -> by.with(NAME, encoded()).send(CALL, Map.of("name", "cms_status")));
        all.put("stream", Speaker::stream);
        all.put("stream without a session", by -> by.with(SESSION, "").stream());
        all.put("session that nobody opened", by -> by.with(SESSION, "none").send(LIST, Map.of()));
        all.put("end", Speaker::end);
        all.put("list after the end", by -> by.send(LIST, Map.of()));
        all.put("list without a session", by -> by.with(SESSION, "").send(LIST, Map.of()));
        return all;
    }

    private static String encoded() {
        return "=?base64?" + Base64.getEncoder().encodeToString("cms_status".getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    private static ArrayNode batch(Speaker by, int size) {
        ArrayNode batch = Json.object().putArray("batch");
        for (int i = 0; i < size; i++) {
            batch.add(by.message(LIST, Map.of()));
        }
        return batch;
    }

    /** The status, the code of an error, and what tells an answer from others of the same status. */
    private static String shown(Reply reply) {
        if (reply.header("Content-Type").startsWith("text/event-stream")) {
            return reply.status() + " stream";
        }
        if (reply.text().isEmpty()) {
            return Integer.toString(reply.status());
        }
        JsonNode json = reply.json();
        JsonNode result = json.path("result");
        return reply.status() + " "
                + (json.isArray()
                        ? json.size() + " answers"
                        : json.has("error")
                                ? json.at("/error/code").asString()
                                : result.path("resultType").asString("done")
                                        + (result.path("isError").asBoolean(false) ? ", failed" : ""));
    }

    private Speaker speaker(String revision) {
        String key = world.ada()
                .http()
                .post(
                        "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys",
                        Map.of("projectId", world.projectId(), "name", revision, "rateLimitPerMinute", 600))
                .is(200)
                .json()
                .path("key")
                .asString();
        Map<String, String> headers = Map.of(
                "Authorization", "Bearer " + key, "Accept", "application/json, text/event-stream", VERSION, revision);
        Speaker speaker =
                new Speaker(new Http(app.url()), "/api/mcp/v1/" + world.projectId() + "/mcp", revision, headers);
        return revision.equals(McpClient.NEWEST)
                ? speaker
                : speaker.with(
                        SESSION,
                        speaker.send("initialize", Map.of("protocolVersion", revision))
                                .is(200)
                                .header(SESSION));
    }

    /** A client of one revision, with headers that it may be told to send otherwise; an empty one is left out. */
    private record Speaker(Http bare, String path, String revision, Map<String, String> headers) {
        Speaker with(String name, String value) {
            Map<String, String> more = new HashMap<>(headers);
            more.put(name, value);
            return new Speaker(bare, path, revision, more);
        }

        Reply send(String method, Map<String, Object> params) {
            Speaker speaker = this;
            if (revision.equals(McpClient.NEWEST)) {
                speaker = headers.containsKey(METHOD) ? speaker : speaker.with(METHOD, method);
                String target = params.getOrDefault("name", params.getOrDefault("uri", ""))
                        .toString();
                speaker = headers.containsKey(NAME) || target.isEmpty() ? speaker : speaker.with(NAME, target);
            }
            return speaker.post(message(method, params));
        }

        JsonNode message(String method, Map<String, Object> params) {
            ObjectNode message =
                    Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
            ObjectNode sent = message.putObject("params");
            params.forEach((name, value) -> sent.put(name, value.toString()));
            if (revision.equals(McpClient.NEWEST)) {
                ObjectNode meta = sent.putObject("_meta");
                meta.put("io.modelcontextprotocol/protocolVersion", revision);
                meta.putObject("io.modelcontextprotocol/clientCapabilities");
            }
            return message;
        }

        Reply post(JsonNode body) {
            return http().post(path, body);
        }

        Reply raw(String type, String body) {
            return http().sendBytes("POST", path, type, body.getBytes(StandardCharsets.UTF_8));
        }

        Reply stream() {
            return http().begin(path);
        }

        Reply end() {
            return http().delete(path);
        }

        private Http http() {
            Http http = bare;
            for (Map.Entry<String, String> header : headers.entrySet()) {
                http = header.getValue().isEmpty() ? http : http.with(header.getKey(), header.getValue());
            }
            return http;
        }
    }
}
