package cms.mcp;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Keys, their counts, sessions and streams are the same at both of two instances on one database. */
@Tag("rows")
class RemoteToolsOnTwoInstancesTest {
    private static final int CALLS = 200;
    /**
     * More would wait for a connection to the rows, of which an instance has twelve, and on a slow machine for too
     * long.
     */
    private static final int AT_ONCE = 16;

    private TestApp app;
    private TestApp second;
    private World world;

    @BeforeEach
    void start() {
        assumeTrue(Rows.canBeShared(), "two instances need PostgreSQL");
        app = TestApp.start(Map.of("CMS_SECRET", "the same secret for every instance"));
        world = World.blog(app);
        app.restart(Map.of("CMS_PUBLIC_URL", app.url().toString())); // one address for both, which tokens are bound to
        second = app.beside();
    }

    @AfterEach
    void stop() {
        if (app != null) {
            second.close();
            app.close();
        }
    }

    @Test
    void ofTwoHundredCallsAtTheLastUnitOneIsLetInByEitherInstance() throws Exception {
        McpClient tools = McpClient.withKey(world, Map.of("monthlyCallLimit", 2, "rateLimitPerMinute", 600));
        Map<String, Object> call = Map.of(
                "jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", Map.of("name", "cms_describe_format"));
        Http here = tools.http();
        Http there = here.at(second.listening());
        awaitKnown(tools, there);
        here.post(tools.path(), call).is(200);
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<Reply>> all = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                Http one = i % 2 == 0 ? here : there;
                all.add(callers.submit(() -> one.post(tools.path(), call)));
            }
            for (Future<Reply> one : all) {
                statuses.add(one.get().status());
            }
        }
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(statuses.stream().filter(status -> status == 429)).hasSize(CALLS - 1);
    }

    @Test
    void aSessionGoesOnThereUntilItEndsHereAndItsStreamEndsWithItsKey() {
        McpClient tools = McpClient.busy(world);
        Http there = within(tools, open(tools)).at(second.listening());
        awaitKnown(tools, there);
        String ended = open(tools);
        within(tools, ended).delete(tools.path()).is(204);
        within(tools, ended)
                .at(second.listening())
                .post(tools.path(), Map.of("jsonrpc", "2.0", "id", 1, "method", "ping"))
                .is(404);
        String keys = "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys";
        String id = world.ada().http().get(keys).is(200).json().at("/keys/0/id").asString();
        try (Events stream = there.events("GET", tools.path(), null)) {
            world.ada()
                    .http()
                    .patch(keys + "/" + id, Map.of("allowedTools", List.of("cms_status")))
                    .is(200);
            assertThat(stream.next().orElseThrow().toString()).contains("list_changed");
            world.ada().http().delete(keys + "/" + id).is(200);
            stream.rest();
        }
        there.post(tools.path(), Map.of("jsonrpc", "2.0", "id", 2, "method", "ping"))
                .is(401);
    }

    /** Keys are in memory: another instance hears of a new one a moment later. */
    private static void awaitKnown(McpClient tools, Http there) {
        Map<String, Object> ping = Map.of("jsonrpc", "2.0", "id", 1, "method", "ping");
        eventually(
                "the key is known there",
                () -> there.attempt(tools.path(), ping).status() == 200);
    }

    private static String open(McpClient tools) {
        return tools.send("initialize", Map.of("protocolVersion", "2025-11-25", "capabilities", Map.of()))
                .is(200)
                .header("Mcp-Session-Id");
    }

    private static Http within(McpClient tools, String session) {
        return tools.http().with("Mcp-Session-Id", session).with("MCP-Protocol-Version", "2025-11-25");
    }

    @Test
    void aGrantIsOneAtBothUntilItIsRevokedAtEither() throws Exception {
        AppClient here = AppClient.registered(app.url());
        AppClient there = new AppClient(second.listening(), here.id());
        JsonNode tokens = here.connect(
                AppClient.browser(app.url(), "ada@example.com", "git_host"), world.projectId(), here.wanted());
        String first = tokens.path("refresh_token").asString();
        List<Callable<Reply>> burst = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            AppClient one = i % 2 == 0 ? here : there;
            burst.add(() -> one.refresh(first));
        }
        Set<String> successors = new HashSet<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> answer : threads.invokeAll(burst)) {
                successors.add(answer.get().is(200).json().path("refresh_token").asString());
            }
        }
        assertThat(successors).hasSize(1);

        String apps = "/api/workspaces/" + world.workspaceId() + "/connected-apps";
        String grant = world.ada()
                .http()
                .get(apps)
                .is(200)
                .json()
                .at("/grants/0/grantId")
                .asString();
        Http reader = new Http(second.listening())
                .bearer(tokens.path("access_token").asString())
                .with("Accept", "application/json, text/event-stream")
                .with("MCP-Protocol-Version", McpClient.NEWEST)
                .with("Mcp-Method", "subscriptions/listen");
        try (Events stream = reader.events("POST", "/api/mcp/v1/mcp", listen())) {
            assertThat(stream.next().orElseThrow().toString()).contains("acknowledged");
            world.ada().http().delete(apps + "/" + grant).is(200);
            assertThat(stream.rest()).as("its answer, and the end").hasSize(1);
        }
        assertThat(there.refresh(successors.iterator().next()).status()).isEqualTo(400);
    }

    private static Map<String, Object> listen() {
        Map<String, Object> meta = Map.of(
                "io.modelcontextprotocol/protocolVersion",
                McpClient.NEWEST,
                "io.modelcontextprotocol/clientCapabilities",
                Map.of());
        return Map.of(
                "jsonrpc",
                "2.0",
                "id",
                7,
                "method",
                "subscriptions/listen",
                "params",
                Map.of("notifications", Map.of("toolsListChanged", true), "_meta", meta));
    }
}
