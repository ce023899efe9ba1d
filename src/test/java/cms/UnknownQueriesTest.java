package cms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.http.Surface;
import cms.testing.Events;
import cms.testing.Http;
import cms.testing.RoutePaths;
import cms.testing.StoredState;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A query parameter that nobody knows is refused: a condition that is ignored gives everything, and one misspelled is
 * no try.
 */
@Tag("scenario")
class UnknownQueriesTest {
    private static final List<String> IGNORING = List.of(
            // pages and files, health, metrics: links, caches and monitors add to them
            "/",
            "/welcome",
            "/w/<place>",
            "/settings/<section>",
            "/assets/{asset}",
            "/auth/login",
            "/auth/callback",
            "/openapi.yaml",
            "/schemas/{schema}",
            "/api/health",
            "/api/health/ready",
            "/metrics",
            "/api/cdn/v1/{projectId}/<path>",
            "/api/cdn/v1/{projectId}/media/<path>",
            "/api/cdn/v1/{projectId}/@{commit}/<path>",
            "/api/cdn/v1/{projectId}/~/{token}/<path>",
            "/api/cdn/v1/{projectId}/types.ts",
            "/api/cdn/v1/{projectId}/openapi.json",
            // forms of websites
            "/api/forms/v1/{projectId}/{modelId}/config",
            "/api/forms/v1/{projectId}/{modelId}/submit",
            // what providers, hosts and mails lead back to, and their notices
            "/api/auth/oauth/{provider}",
            "/api/auth/cli/callback",
            "/api/auth/magic/verify",
            "/api/git_host/setup",
            "/api/webhooks/git_host",
            "/api/billing/webhook/{provider}",
            // protocols of others: OAuth (RFC 6749, 3.1) and MCP
            "/identity/authorize",
            "/api/oauth/authorize",
            "/api/oauth/token",
            "/api/oauth/revoke",
            "/api/oauth/register",
            "/.well-known/oauth-authorization-server",
            "/.well-known/oauth-protected-resource/api/mcp/v1/mcp",
            "/.well-known/oauth-protected-resource/api/mcp/v1/{projectId}/mcp",
            "/.well-known/ai-catalog.json",
            "/api/mcp/v1/mcp/server-card",
            "/api/mcp/v1/mcp",
            "/api/mcp/v1/{projectId}/mcp");

    private static TestApp app;
    private static World world;
    private static Http site;
    private static Http reader;
    private static Http program;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        site = keyed("/cdn/keys", Map.of("name", "site"));
        reader = keyed("/cdn/keys", Map.of("name", "pictures", "scopes", List.of("media:read", "media:write")));
        program = keyed("/conversation-keys", Map.of("name", "robot"));
        comeToRest();
    }

    /**
     * The first build of the project ends and the first use of each key is stored, both of which happen after answers.
     */
    private static void comeToRest() {
        try (Events build = world.ada().http().events("POST", world.p() + "/cdn/builds/trigger", null)) {
            build.rest();
        }
        site.get(delivered() + "/query/posts/en?limit=1").is(200);
        reader.get("/api/media/v1/" + world.projectId() + "/assets").is(200);
        program.get("/api/conversation/v1/" + world.projectId() + "/history?conversationId=none")
                .is(404);
        world.ada().http().get(world.p() + "/cdn/keys").is(200); // a list stores the uses that were counted until then
        eventually("builds have ended and uses are stored", () -> {
            Map<String, List<String>> rows = StoredState.of(app).rows();
            return rows.get("delivery_builds").stream().noneMatch(row -> row.contains("|building|"))
                    && rows.get("api_keys").stream().noneMatch(row -> row.endsWith("|null|null|"));
        });
    }

    private static String delivered() {
        return "/api/cdn/v1/" + world.projectId();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/brain/sync?filter[title]=First | filter[title] | model, locale, fields, at, atLeast",
                "/brain/changes?after=1 | after | since, tag, atLeast",
                "/search?q=a&per_page=1 | per_page | q, model, locale, at, limit",
                "/history?page=2 | page | model, entry, locale, from, at, limit",
                "/activity?per_page=1 | per_page | page, limit, action, sort"
            })
    void theAnswerNamesItAndThoseThatExist(String path, String wrong, String known) {
        String message = world.ada()
                .http()
                .get(world.p() + path.replace("[", "%5B").replace("]", "%5D"))
                .is(400)
                .json()
                .path("message")
                .asString();
        assertThat(message).isEqualTo("There is no query parameter `" + wrong + "` here; there are " + known + ".");
    }

    /**
     * Every operation, sent all parameters that the file of the interface gives to it and one more: that one is
     * refused, by its name and with the others, and nothing is done.
     */
    @Test
    void everyOperationKnowsTheParametersOfTheFileAndRefusesAnother() {
        RoutePaths paths = RoutePaths.of(world, "none", "none", "cr/none");
        StoredState before = StoredState.atRest(app);
        int asked = 0;
        for (Route route : app.routes()) {
            if (!route.queries().others()) {
                List<String> known = RoutePaths.queries(route);
                String query = known.stream().map(name -> name + "=1&").collect(Collectors.joining());
                JsonNode said = callerOf(route)
                        .sendBytes(route.method().name(), paths.path(route) + "?" + query + "nope=1", null, new byte[0])
                        .is(400)
                        .json();
                assertThat(said.path("code").asString()).as(route.path()).isEqualTo("query.unknown_parameter");
                String names = said.path("message")
                        .asString()
                        .replaceFirst("There is no query parameter `nope` here; there are (.*)\\.", "$1");
                assertThat(Set.of(names.split(", ")))
                        .as(route.path())
                        .isEqualTo(known.isEmpty() ? Set.of("none") : Set.copyOf(known));
                asked++;
            }
        }
        assertThat(asked).isGreaterThan(150);
        before.assertUnchanged(app);
    }

    /** Their addresses are composed or added to by others (decision 167), so what they do not know is ignored. */
    @Test
    void theseAloneIgnoreOthers() {
        assertThat(app.routes().stream()
                        .filter(route -> route.queries().others())
                        .map(Route::path))
                .hasSameElementsAs(IGNORING);
        RoutePaths paths = RoutePaths.of(world, "none", "none", "cr/none");
        for (Route route : app.routes()) {
            if (route.queries().others() && route.method() == Route.Method.GET && route.surface() != Surface.KEYED) {
                assertThat(new Http(app.url())
                                .get(paths.path(route) + "?nope=1")
                                .text())
                        .as(route.path())
                        .doesNotContain("no query parameter `nope`");
            }
        }
    }

    @Test
    void whoMayNotIsToldThatFirst() {
        new Http(app.url()).get(world.p() + "/history?nope=1").is(401);
        new Http(app.url())
                .get("/api/cdn/v1/" + world.projectId() + "/query/posts/en?nope=1")
                .is(401);
        new Http(app.url())
                .get("/api/media/v1/" + world.projectId() + "/assets?nope=1")
                .is(401);
        reader.get("/api/cdn/v1/" + world.projectId() + "/query/posts/en?nope=1")
                .is(403);
    }

    @Test
    void aParameterThatIsReadOnceMayStandOnce() {
        Http ada = world.ada().http();
        String text = ada.get(world.p() + "/history?limit=1&limit=2").is(400).text();
        assertThat(text).contains("The query parameter `limit` may stand once.");
        ada.get(world.p() + "/branches?details=true&model=posts&model=authors").is(400);
        ada.post(world.p() + "/content/posts?dryRun=true&dryRun=false", Map.of("data", Map.of()))
                .is(400);
    }

    private static Http callerOf(Route route) {
        if (route.surface() != Surface.KEYED) {
            return route.surface() == Surface.SESSION ? world.ada().http() : new Http(app.url());
        }
        return route.path().startsWith("/api/conversation/")
                ? program
                : route.path().startsWith("/api/cdn/") ? site : reader;
    }

    private static Http keyed(String path, Map<String, Object> wanted) {
        return new Http(app.url())
                .bearer(world.ada()
                        .http()
                        .post(world.p() + path, wanted)
                        .is(200)
                        .json()
                        .path("key")
                        .asString());
    }

    @Test
    void filesAndQueriesOfAReleaseDiffer() {
        site.get(delivered() + "/query/posts/en?limit=1").is(200);
        assertThat(site.get(delivered() + "/query/posts/en?page=2").is(400).text())
                .contains("no query parameter `page`", "filter, sort, fields, limit, cursor, include, fallback");
        site.get(delivered() + "/_manifest.json?v=17").is(200);
        site.get(delivered() + "/types.ts?v=17").is(200);
    }

    @Test
    void aParameterWithoutANameIsNothing() {
        world.ada().http().get(world.p() + "/health?").is(200);
        world.ada().http().get(world.p() + "/health?&at=main&").is(200);
    }
}
