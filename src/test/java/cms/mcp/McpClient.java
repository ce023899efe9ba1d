package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.World;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks the protocol to one project, in either era, message by message. */
final class McpClient {
    static final String NEWEST = "2026-07-28";

    private final Http http;
    private final String path;
    private int id;

    McpClient(Http http, String projectId) {
        this.http = http.with("Accept", "application/json, text/event-stream");
        this.path = "/api/mcp/v1/" + projectId + "/mcp";
    }

    /** A client with a key whose limit no test reaches. */
    static McpClient busy(World world) {
        return withKey(world, Map.of("rateLimitPerMinute", 600));
    }

    /** A client with a key of its own, made by the owner. */
    static McpClient withKey(World world, Map<String, Object> more) {
        Map<String, Object> wanted = new HashMap<>(more);
        wanted.put("projectId", world.projectId());
        wanted.put("name", "a robot");
        String key = world.ada()
                .http()
                .post("/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys", wanted)
                .is(200)
                .json()
                .path("key")
                .asString();
        return new McpClient(new Http(world.app().url()).bearer(key), world.projectId());
    }

    String path() {
        return path;
    }

    Http http() {
        return http;
    }

    /** A request of the era with sessions, without one. */
    Reply send(String method, Map<String, Object> params) {
        return http.post(path, message(method, params));
    }

    /** A request of the era without sessions, with its headers. */
    Reply sendStateless(String method, String target, Map<String, Object> params) {
        ObjectNode message = message(method, params);
        ObjectNode meta = ((ObjectNode) message.get("params")).putObject("_meta");
        meta.put("io.modelcontextprotocol/protocolVersion", NEWEST);
        meta.putObject("io.modelcontextprotocol/clientCapabilities").putObject("elicitation");
        Http headed = http.with("MCP-Protocol-Version", NEWEST).with("Mcp-Method", method);
        return (target.isEmpty() ? headed : headed.with("Mcp-Name", target)).post(path, message);
    }

    /** What a tool answers. */
    JsonNode call(String tool, Map<String, Object> arguments) {
        JsonNode result = send("tools/call", Map.of("name", tool, "arguments", arguments))
                .is(200)
                .json()
                .path("result");
        assertThat(Json.parse(result.at("/content/0/text").asString())).isEqualTo(result.get("structuredContent"));
        return result;
    }

    JsonNode done(String tool, Map<String, Object> arguments) {
        JsonNode result = call(tool, arguments);
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
        return result.path("structuredContent");
    }

    JsonNode refused(String tool, Map<String, Object> arguments) {
        JsonNode result = call(tool, arguments);
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
        return result.path("structuredContent");
    }

    private ObjectNode message(String method, Map<String, Object> params) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", ++id).put("method", method);
        message.set("params", Json.tree(params));
        return message;
    }
}
