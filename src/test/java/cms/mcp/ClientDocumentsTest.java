package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.Http;
import cms.testing.Receiver;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients whose id is the URL of a document about them, served over TLS by somebody else. */
@Tag("scenario")
class ClientDocumentsTest {
    @TempDir
    private Path keys;

    private Receiver site;
    private TestApp app;

    @BeforeEach
    void start() {
        Authority authority = new Authority(keys, "company");
        site = new Receiver(authority.server("dns:localhost,ip:127.0.0.1"));
        app = TestApp.start(Map.of(
                "CMS_TRUSTED_CERTIFICATES", authority.pem().toString(), "CMS_ALLOW_PRIVATE_ADDRESSES", site.address()));
    }

    @AfterEach
    void stop() {
        app.close();
        site.close();
    }

    @Test
    void aClientThatDescribesItselfAtAUrlIsConnectedWithoutRegistering() {
        World world = World.blog(app);
        Http ada = AppClient.browser(app.url(), "ada@example.com", "git_host");
        AppClient client = new AppClient(app.url(), id("/client.json"));
        serve(200, "application/json", document(client.id()));
        assertThat(ada.get(AppClient.path(client.wanted())).is(200).text()).contains("Documented", "localhost");
        client.connect(ada, world.projectId(), client.wanted());
        assertThat(site.heardAt("/client.json")).as("one look for all requests").hasSize(1);
        String apps = "/api/workspaces/" + world.workspaceId() + "/connected-apps";
        assertThat(world.ada()
                        .http()
                        .get(apps)
                        .is(200)
                        .json()
                        .at("/grants/0/clientHost")
                        .asString())
                .isEqualTo("localhost");
    }

    /** Its id has a host, which stands for it; before, it needed nobody to be signed in. */
    @Test
    void whatIsWrongWithARequestIsToldToASiteOnceSomebodyIsSignedIn() {
        World.blog(app);
        Http ada = AppClient.browser(app.url(), "ada@example.com", "git_host");
        AppClient client = new AppClient(app.url(), id("/client.json"));
        serve(200, "application/json", document(client.id()).replace(AppClient.CALLBACK, "https://app.example/back"));
        Map<String, String> query = client.wanted();
        query.put("redirect_uri", "https://app.example/back");
        query.put("scope", "openid");
        assertThat(new Http(app.url()).get(AppClient.path(query)).is(400).text())
                .contains("Go back to app.example");
        assertThat(ada.get(AppClient.path(query)).is(303).header("Location"))
                .startsWith("https://app.example/back?error=invalid_scope");
    }

    @Tag("slow-host")
    @Test
    void aDocumentThatIsNotJustRightIsNoClientAndIsAskedForAgain() {
        String id = id("/client.json");
        serve(302, "application/json", document(id));
        refused(id);
        serve(200, "text/html", document(id));
        refused(id);
        serve(200, "application/json", "<html>");
        refused(id);
        serve(200, "application/json", document(id("/other.json")));
        refused(id);
        serve(200, "application/json", document(id).replace("}", ",\"client_secret\":\"x\"}"));
        refused(id);
        serve(
                200,
                "application/json",
                document(id).replace("}", ",\"token_endpoint_auth_method\":\"client_secret_post\"}"));
        refused(id);
        serve(200, "application/json", document(id).replace("}", ",\"more\":\"" + "x".repeat(6_000) + "\"}"));
        refused(id);
        serve(200, "application/json", document(id).replace("http://127.0.0.1", "javascript://127.0.0.1"));
        refused(id);
        assertThat(site.heard()).hasSize(8);
        serve(200, "application/json", document(id));
        assertThat(page(id).is(200).text()).contains("Documented");
    }

    @Test
    void aUrlThatIsNoGoodIsNotEvenAsked() {
        String port = site.address().substring("127.0.0.1:".length());
        for (String id : List.of(
                "http://localhost:" + port + "/client.json",
                "https://127.0.0.1:" + port + "/client.json",
                "https://[::1]:" + port + "/client.json",
                "https://localhost:" + port,
                "https://localhost:" + port + "/",
                "https://localhost:" + port + "/client.json?x=1",
                "https://localhost:" + port + "/client.json#x",
                "https://ada@localhost:" + port + "/client.json",
                "https://localhost:" + port + "/a/../client.json",
                "https://localhost:" + port + "/a/%2e%2e/client.json",
                "https://localhost:" + port + "/" + "x".repeat(600),
                "https://localhost:1/client.json",
                "ftp://localhost/client.json")) {
            refused(id);
        }
        assertThat(site.heard()).isEmpty();
    }

    @Tag("slow-host")
    @Test
    void aSlowSiteIsGivenUpAndAFloodOfNewOnesRefused() {
        site.answers(exchange -> exchange.sendResponseHeaders(200, 100));
        refused(id("/slow.json"));
        serve(404, "application/json", "{}");
        int refused = 0;
        for (int i = 0; i < 31; i++) {
            refused += page(id("/" + i + ".json")).status() == 429 ? 1 : 0;
        }
        assertThat(refused).isPositive();
    }

    private String id(String path) {
        return "https://localhost:" + site.address().substring("127.0.0.1:".length()) + path;
    }

    private static String document(String id) {
        return Json.text(Json.object()
                .put("client_id", id)
                .put("client_name", "Documented")
                .set("redirect_uris", Json.tree(List.of(AppClient.CALLBACK))));
    }

    private void serve(int status, String type, String body) {
        site.answers(exchange -> answer(exchange, status, type, body.getBytes(StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Location", "/client.json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private Reply page(String id) {
        return new Http(app.url()).get(AppClient.path(new AppClient(app.url(), id).wanted()));
    }

    private void refused(String id) {
        assertThat(page(id).is(400).text()).as(id).contains("This app cannot be connected");
    }
}
