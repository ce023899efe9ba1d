package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.testing.TestApp;
import cms.testing.World;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Java SDK of the protocol, as its readers use it: session, stream, tools, resources and prompts. */
@Tag("rows")
class JavaSdkTest {
    private final BlockingQueue<List<Tool>> changes = new LinkedBlockingQueue<>();
    private TestApp app;
    private World world;
    private McpSyncClient client;
    private String keyPath;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        String keys = "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys";
        var made = world.ada()
                .http()
                .post(keys, Map.of("projectId", world.projectId(), "name", "java"))
                .is(200)
                .json();
        keyPath = keys + "/" + made.path("id").asString();
        client = connect(made.path("key").asString());
    }

    @AfterEach
    void stop() {
        client.close();
        app.close();
    }

    private McpSyncClient connect(String key) {
        var transport = HttpClientStreamableHttpTransport.builder(app.url().toString())
                .endpoint("/api/mcp/v1/" + world.projectId() + "/mcp")
                .openConnectionOnStartup(true)
                .httpRequestCustomizer((request, _, _, _, _) -> request.setHeader("Authorization", "Bearer " + key))
                .build();
        return io.modelcontextprotocol.client.McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(20))
                .toolsChangeConsumer(changes::add)
                .build();
    }

    @Test
    void itOpensASessionSavesReadsAndHearsThatItsToolsAreOthers() throws InterruptedException {
        assertThat(client.initialize().serverInfo().name()).isEqualTo("cms-mcp");
        assertThat(client.listTools().tools()).hasSize(9).allSatisfy(tool -> {
            assertThat(tool.outputSchema()).isNotEmpty();
            assertThat(tool.annotations()).isNotNull();
        });
        CallToolResult saved = call(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "entries",
                        List.of(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "From Java")))));
        assertThat(saved.isError()).isFalse();
        assertThat(text(call("cms_content_list", Map.of("model", "posts", "ids", List.of("aaaabbbbcccc")))))
                .contains("From Java");
        assertThat(call("cms_describe", Map.of("model", "none")).isError()).isTrue();
        assertThat(client.listResources().resources()).isNotEmpty();
        assertThat(client.readResource(new ReadResourceRequest("cms://models/posts"))
                        .contents())
                .hasSize(1);
        assertThat(client.listPrompts().prompts()).hasSize(4);
        assertThat(client.getPrompt(new GetPromptRequest("review_changes", Map.of()))
                        .messages())
                .isNotEmpty();
        client.ping();

        world.ada()
                .http()
                .patch(keyPath, Map.of("allowedTools", List.of("cms_status")))
                .is(200);
        List<Tool> left = changes.poll(20, TimeUnit.SECONDS);
        assertThat(left).isNotNull().extracting(Tool::name).containsExactly("cms_status");
    }

    @Test
    void aKeyThatIsRevokedIsRefusedAtItsNextCall() {
        client.initialize();
        assertThat(call("cms_status", Map.of()).isError()).isFalse();
        world.ada().http().delete(keyPath).is(200);
        assertThatThrownBy(() -> call("cms_status", Map.of())).isInstanceOf(RuntimeException.class);
    }

    private CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(new CallToolRequest(tool, arguments));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().getFirst()).text();
    }
}
