package cms.mcp;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Outbox;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From a bare 401 to a revoked grant, as apps, browsers and people do it. */
@Tag("scenario")
@Tag("rows")
class ConnectedAppsTest {
    private static final String ENDPOINT = "/api/mcp/v1/mcp";

    private static final Map<String, String> METHODS = Map.of(
            "/.well-known/oauth-authorization-server",
            "GET",
            "/.well-known/oauth-protected-resource" + ENDPOINT,
            "GET",
            "/.well-known/oauth-protected-resource/api/mcp/v1/any/mcp",
            "GET",
            "/api/oauth/authorize",
            "GET, POST",
            "/api/oauth/token",
            "POST",
            "/api/oauth/register",
            "POST",
            "/api/oauth/revoke",
            "POST");

    private TestApp app;
    private World world;
    private AppClient client;
    private Http ada;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        client = AppClient.registered(app.url());
        ada = AppClient.browser(app.url(), "ada@example.com", "git_host");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void anAppFindsItsWayFromABare401ToACall() {
        Http bare = new Http(app.url());
        String challenge = bare.post(ENDPOINT, message("tools/list")).is(401).header("WWW-Authenticate");
        assertThat(challenge).contains("scope=\"" + AppClient.ALL + "\"");
        String metadata = challenge.replaceAll(".*resource_metadata=\"([^\"]+)\".*", "$1");
        JsonNode resource = bare.get(metadata).is(200).json();
        assertThat(resource.path("resource").asString())
                .isEqualTo(app.url().resolve(ENDPOINT).toString());
        String issuer = resource.at("/authorization_servers/0").asString();
        JsonNode server = bare.get(issuer + "/.well-known/oauth-authorization-server")
                .is(200)
                .json();
        assertThat(server.path("issuer").asString()).isEqualTo(issuer);
        assertThat(server.path("code_challenge_methods_supported").toString()).isEqualTo("[\"S256\"]");
        bare.get("/.well-known/openid-configuration").is(404);

        Map<String, String> wanted = client.wanted();
        wanted.put("resource", resource.path("resource").asString());
        JsonNode tokens = client.connect(ada, world.projectId(), wanted);
        assertThat(tokens.path("access_token").asString()).startsWith("cms_at_");
        assertThat(tokens.path("refresh_token").asString()).startsWith("cms_rt_");
        assertThat(tokens.path("expires_in").asInt()).isEqualTo(3600);
        assertThat(tools(tokens)).hasSize(9).contains("cms_model_save");

        JsonNode saved = call(
                        tokens,
                        "cms_content_save",
                        Map.of(
                                "model",
                                "posts",
                                "locale",
                                "en",
                                "entries",
                                List.of(Map.of("id", "aaaabbbbcccc", "data", Map.of("title", "By an app")))))
                .path("structuredContent");
        assertThat(saved.path("status").asString()).isEqualTo("committed");
        assertThat(world.ada().http().get(world.p() + "/history").is(200).text())
                .contains("connected_app:");
    }

    @Test
    void thePageSaysWhoAsksAndNeedsNoScript() {
        String path = AppClient.path(client.wanted());
        Reply strangers = new Http(app.url()).get(path).is(200);
        assertThat(strangers.text())
                .contains("/api/auth/oauth/git_host?redirect=%2Fapi%2Foauth%2Fauthorize")
                .doesNotContain("name=\"form\"");
        Reply page = ada.get(path).is(200);
        assertThat(page.text())
                .contains(
                        "An editor",
                        "It registered itself",
                        "127.0.0.1",
                        "ada@example.com",
                        world.projectId(),
                        "content:write")
                .doesNotContain("<script");
        assertThat(page.header("Content-Security-Policy"))
                .contains("frame-ancestors 'none'", "form-action 'self' http://127.0.0.1:43123");
        assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
        Reply no = AppClient.decide(ada, path, AppClient.formOn(page), world.projectId(), "deny", AppClient.ALL);
        assertThat(AppClient.query(no.is(303).header("Location")))
                .containsEntry("error", "access_denied")
                .containsEntry("state", "its own")
                .containsKey("iss");
    }

    @Test
    void aPersonIsToldWhenAnAppCallsItselfOtherwise() throws SQLException {
        Http web = AppClient.browser(app.url(), "ada@example.com", "git_host");
        client.connect(web, world.projectId(), client.wanted());
        assertThat(web.get(AppClient.path(client.wanted())).text()).doesNotContain("When you allowed it last");
        try (Connection rows = app.rows();
                Statement update = rows.createStatement()) {
            update.executeUpdate("UPDATE oauth_grants SET client_name = 'Another'");
        }
        assertThat(web.get(AppClient.path(client.wanted())).text()).contains("it called itself Another");
    }

    @Test
    void anAppMayNoMoreThanItsScopesAndItsPerson() {
        Map<String, String> reading = client.wanted();
        reading.put("scope", "project:metadata content:read openid");
        JsonNode reader = client.connect(ada, world.projectId(), reading);
        assertThat(reader.path("scope").asString()).isEqualTo("project:metadata content:read");
        assertThat(tools(reader))
                .containsExactly(
                        "cms_status", "cms_describe", "cms_describe_format", "cms_content_list", "cms_validate");
        Reply refused = send(
                reader,
                "tools/call",
                Map.of("name", "cms_content_delete", "arguments", Map.of("model", "posts", "id", "x")));
        assertThat(refused.is(403).json().at("/error/code").asInt()).isEqualTo(40304);
        assertThat(refused.header("WWW-Authenticate"))
                .contains("error=\"insufficient_scope\"", "scope=\"" + AppClient.ALL + "\"");

        Http bo = AppClient.browser(app.url(), "bo@example.com", "web_identity");
        JsonNode editor = client.connect(bo, world.projectId(), client.wanted());
        assertThat(tools(editor)).contains("cms_content_save").doesNotContain("cms_model_save");
        world.ada()
                .http()
                .delete(world.p() + "/members/" + memberOf(world.bo()))
                .is(200);
        send(editor, "tools/list", Map.of()).is(401);
        assertThat(client.refresh(editor.path("refresh_token").asString())
                        .is(400)
                        .json()
                        .path("error")
                        .asString())
                .isEqualTo("invalid_grant");
    }

    @Test
    void aGrantIsSeenCountedAndRevokedAtOnceWithItsStreams() {
        Http bo = AppClient.browser(app.url(), "bo@example.com", "web_identity");
        JsonNode tokens = client.connect(bo, world.projectId(), client.wanted());
        call(tokens, "cms_status", Map.of());
        String apps = "/api/workspaces/" + world.workspaceId() + "/connected-apps";
        JsonNode all = world.ada().http().get(apps).is(200).json();
        assertThat(all.path("enabled").asBoolean()).isTrue();
        assertThat(all.path("endpoint").asString())
                .isEqualTo(app.url().resolve(ENDPOINT).toString());
        JsonNode grant = all.at("/grants/0");
        assertThat(grant.path("clientName").asString()).isEqualTo("An editor");
        assertThat(grant.path("projectRepo").asString()).isEqualTo(world.repository());
        assertThat(grant.path("callsThisMonth").asInt()).isEqualTo(1);
        assertThat(grant.path("mine").asBoolean()).isFalse();
        assertThat(world.bo()
                        .http()
                        .get(apps)
                        .is(200)
                        .json()
                        .at("/grants/0/mine")
                        .asBoolean())
                .isTrue();
        assertThat(world.cy().http().get(apps).is(200).json().path("grants")).isEmpty();
        String one = apps + "/" + grant.path("grantId").asString();
        assertThat(world.bo()
                        .http()
                        .get(one + "/calls")
                        .is(200)
                        .json()
                        .at("/calls/0/tool")
                        .asString())
                .isEqualTo("cms_status");
        world.cy().http().get(one + "/calls").is(403);
        world.cy().http().delete(one).is(403);

        Http open =
                http(tokens).with("MCP-Protocol-Version", McpClient.NEWEST).with("Mcp-Method", "subscriptions/listen");
        try (Events stream = open.events("POST", ENDPOINT, listen())) {
            assertThat(stream.next()).isPresent();
            world.ada().http().delete(one).is(200);
            assertThat(stream.rest()).as("the answer, and the end").hasSize(1);
        }
        send(tokens, "tools/list", Map.of()).is(401);
        assertThat(world.ada().http().get(apps).is(200).json().path("grants")).isEmpty();
        world.ada().http().delete(one).is(404);
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/activity?limit=100")
                        .is(200)
                        .text())
                .contains("\"connect_app\"", world.bo().id());
    }

    @Test
    void aTokenThatItsAppGivesBackEndsTheGrant() {
        JsonNode tokens = client.connect(ada, world.projectId(), client.wanted());
        AppClient.registered(app.url());
        client.giveBack("cms_rt_unknown");
        send(tokens, "tools/list", Map.of()).is(200);
        client.giveBack(tokens.path("refresh_token").asString());
        send(tokens, "tools/list", Map.of()).is(401);
    }

    @Test
    void twentyRefreshesAtOnceKeepOneFamilyAndALateOneEndsIt() throws InterruptedException, ExecutionException {
        JsonNode tokens = client.connect(ada, world.projectId(), client.wanted());
        String first = tokens.path("refresh_token").asString();
        List<Callable<Reply>> burst = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            burst.add(() -> client.refresh(first));
        }
        List<JsonNode> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> answer : threads.invokeAll(burst)) {
                answers.add(answer.get().is(200).json());
            }
        }
        assertThat(answers.stream()
                        .map(answer -> answer.path("refresh_token").asString())
                        .distinct())
                .hasSize(1)
                .doesNotContain(first);
        answers.forEach(answer -> send(answer, "ping", Map.of()).is(200));
        app.advance(Duration.ofSeconds(100));
        JsonNode second = client.refresh(
                        answers.getFirst().path("refresh_token").asString())
                .is(200)
                .json();
        assertThat(client.refresh(first).is(200).json().path("refresh_token"))
                .as("an earlier token of the family within the grace")
                .isEqualTo(second.path("refresh_token"));
        app.advance(Duration.ofSeconds(121));
        client.refresh(first).is(400);
        send(second, "ping", Map.of()).is(401);
        client.refresh(second.path("refresh_token").asString()).is(400);
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/activity?limit=100")
                        .is(200)
                        .text())
                .contains("\"end_connected_app\"");
        Outbox outbox = new Outbox(new Http(app.url()));
        eventually(
                "a mail about the stolen token",
                () -> outbox.messagesTo("ada@example.com").stream()
                        .anyMatch(mail -> mail.subject().equals("A connected app was disconnected")));
    }

    @Test
    void everyRouteOfSigningInNamesTheMethodsThatItHas() {
        METHODS.forEach((path, methods) -> {
            Reply refused = new Http(app.url()).send("PUT", path, null).is(405);
            assertThat(refused.header("Allow")
                            .replaceAll("(, )?(HEAD|OPTIONS)", "")
                            .replaceFirst("^, ", ""))
                    .as(path)
                    .isEqualTo(methods);
        });
    }

    @Test
    void aDeploymentOfOnesOwnHasNoneOfThis() {
        app.restart(Map.of("CMS_DEPLOYMENT", "self-hosted"));
        Http bare = new Http(app.url());
        METHODS.forEach((path, methods) -> {
            for (String method : methods.split(", ")) {
                assertThat(bare.sendBytes(method, path, null, new byte[0]).status())
                        .as(method + " " + path)
                        .isEqualTo(404);
            }
        });
        bare.post(ENDPOINT, message("ping")).is(404);
        Person owner = Person.signIn(app.url(), "ada@example.com");
        String apps = "/api/workspaces/" + world.workspaceId() + "/connected-apps";
        assertThat(owner.http().get(apps).is(200).text())
                .isEqualTo("{\"enabled\":false,\"endpoint\":null,\"grants\":[]}");
        owner.http().delete(apps + "/none").is(404);
    }

    private String memberOf(Person person) {
        for (JsonNode member :
                world.ada().http().get(world.p() + "/members").is(200).json()) {
            if (member.toString().contains(person.id())) {
                return member.path("id").asString();
            }
        }
        throw new AssertionError("no member " + person.email());
    }

    private Http http(JsonNode tokens) {
        return new Http(app.url())
                .bearer(tokens.path("access_token").asString())
                .with("Accept", "application/json, text/event-stream");
    }

    private Reply send(JsonNode tokens, String method, Map<String, Object> params) {
        return http(tokens).post(ENDPOINT, Map.of("jsonrpc", "2.0", "id", 1, "method", method, "params", params));
    }

    private JsonNode call(JsonNode tokens, String tool, Map<String, Object> arguments) {
        return send(tokens, "tools/call", Map.of("name", tool, "arguments", arguments))
                .is(200)
                .json()
                .path("result");
    }

    private List<String> tools(JsonNode tokens) {
        return send(tokens, "tools/list", Map.of())
                .is(200)
                .json()
                .at("/result/tools")
                .valueStream()
                .map(tool -> tool.path("name").asString())
                .toList();
    }

    private static Map<String, Object> message(String method) {
        return Map.of("jsonrpc", "2.0", "id", 1, "method", method);
    }

    private static Map<String, Object> listen() {
        return Map.of(
                "jsonrpc",
                "2.0",
                "id",
                7,
                "method",
                "subscriptions/listen",
                "params",
                Map.of(
                        "notifications",
                        Map.of("toolsListChanged", true),
                        "_meta",
                        Map.of(
                                "io.modelcontextprotocol/protocolVersion",
                                McpClient.NEWEST,
                                "io.modelcontextprotocol/clientCapabilities",
                                Map.of())));
    }
}
