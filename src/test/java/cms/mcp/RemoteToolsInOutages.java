package cms.mcp;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Remote tools while PostgreSQL is away: {@code .ci/postgres} runs it on a server of its own, which the command in
 * {@code cms.server} signals.
 */
@Timeout(600)
class RemoteToolsInOutages {
    private static final String APP_ENDPOINT = "/api/mcp/v1/mcp";

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
    void bothErasAre503ByKeyAndByGrantAndGoOnInTheirSessions() throws Exception {
        McpClient key = McpClient.busy(world);
        AppClient client = AppClient.registered(app.url());
        String token = client.connect(
                        AppClient.browser(app.url(), "ada@example.com", "git_host"), world.projectId(), client.wanted())
                .path("access_token")
                .asString();
        Http grant = new Http(app.url()).bearer(token).with("Accept", "application/json, text/event-stream");
        Http keyed = within(key.http(), key.path());
        Http granted = within(grant, APP_ENDPOINT);
        List<Call> calls = List.of(
                () -> keyed.attempt(key.path(), call(Map.of())),
                () -> granted.attempt(APP_ENDPOINT, call(Map.of())),
                () -> stateless(key.http()).attempt(key.path(), call(meta())),
                () -> stateless(grant).attempt(APP_ENDPOINT, call(meta())));
        for (Call call : calls) {
            call.send().is(200);
        }
        server("KILL");
        try {
            for (Call call : calls) {
                Reply refused = call.send().is(503);
                assertThat(refused.header("Retry-After")).isNotBlank();
                assertThat(refused.json().path("jsonrpc").asString()).isEqualTo("2.0");
                assertThat(refused.text()).doesNotContain("SQL");
            }
        } finally {
            server("START");
        }
        for (Call call : calls) {
            eventually("it goes on", () -> call.send().status() == 200);
        }
    }

    private interface Call {
        Reply send();
    }

    private static Http within(Http http, String path) {
        String session = http.post(
                        path,
                        Map.of(
                                "jsonrpc",
                                "2.0",
                                "id",
                                1,
                                "method",
                                "initialize",
                                "params",
                                Map.of("protocolVersion", "2025-11-25")))
                .is(200)
                .header("Mcp-Session-Id");
        return http.with("Mcp-Session-Id", session).with("MCP-Protocol-Version", "2025-11-25");
    }

    private static Http stateless(Http http) {
        return http.with("MCP-Protocol-Version", McpClient.NEWEST)
                .with("Mcp-Method", "tools/call")
                .with("Mcp-Name", "cms_status");
    }

    private static Map<String, Object> call(Map<String, Object> meta) {
        return Map.of(
                "jsonrpc",
                "2.0",
                "id",
                2,
                "method",
                "tools/call",
                "params",
                Map.of("name", "cms_status", "arguments", Map.of(), "_meta", meta));
    }

    private static Map<String, Object> meta() {
        return Map.of(
                "io.modelcontextprotocol/protocolVersion",
                McpClient.NEWEST,
                "io.modelcontextprotocol/clientCapabilities",
                Map.of());
    }

    private static void server(String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(System.getProperty("cms.server"), what)
                .inheritIO()
                .start();
        assertThat(process.waitFor()).as(what).isZero();
    }
}
