package cms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.RoutePaths;
import cms.testing.StoredState;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Every mounted route against everything that should not come: the documented shape, never a 5xx, nothing written.
 *
 * <p>The client itself holds each answer against {@code openapi.yaml}.
 */
@Tag("large")
class BadInputTest {
    private static final List<String> UNKNOWN_IDS = List.of(
            "00000000-0000-4000-8000-000000000000",
            "x",
            "0",
            "-1",
            "null",
            "undefined",
            "' OR 1=1 --",
            "%",
            "*",
            "a/b",
            "cr/none/0-0000",
            "..",
            "../../etc/passwd",
            "..\\..",
            "a\nb",
            "a\0b",
            "\uD83D\uDE00",
            "é",
            "a".repeat(300),
            "a".repeat(2_000),
            "{id}",
            "<script>",
            "CON",
            ".git",
            "cms",
            "refs/heads/main",
            "main",
            "cr/../main",
            "cr/",
            "HEAD",
            "cr/x.lock",
            "cr/@{0}",
            "cr/a..b",
            "cr/-x");

    private static TestApp app;
    private static World world;
    private static RoutePaths paths;
    private static World elsewhere;

    @BeforeAll
    static void start() {
        // A chat counts before its body is read, and each wait for its minute brings the end of the session nearer.
        app = TestApp.start(Map.of("CMS_CHAT_RATE_PER_MINUTE", "100000"));
        world = World.blog(app);
        Http ada = world.ada().http();
        String p = world.p();
        ada.patch(p + "/config", Map.of("workflow", "review")).is(200);
        String branch = world.bo()
                .http()
                .post(p + "/content/authors", Map.of("data", Map.of("waiting", Map.of("name", "Waits"))))
                .is(200)
                .json()
                .get("branch")
                .asString();
        ada.patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        String key = ada.post(p + "/cdn/keys", Map.of("name", "site"))
                .is(200)
                .json()
                .get("id")
                .asString();
        String member = ada.get("/api/workspaces/" + world.workspaceId() + "/members")
                .json()
                .valueStream()
                .filter(one -> one.get("role").asString().equals("member"))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asString();
        paths = RoutePaths.of(world, member, key, branch);
        elsewhere = tenant();
        // Reading the log completes it, so that nothing which Git has written is told of between two looks.
        world.ada().http().get(world.p() + "/activity").is(200);
        settle();
    }

    /** Nobody's own workspace and project, of which the blog's people know nothing. */
    private static World tenant() {
        String workspaceId = world.nobody().primaryWorkspace();
        String projectId = World.connect(world.nobody(), workspaceId, "starters/blog", "other");
        return new World(
                app,
                world.nobody(),
                world.nobody(),
                world.nobody(),
                world.nobody(),
                world.nobody(),
                workspaceId,
                projectId,
                "/api/workspaces/" + workspaceId + "/projects/" + projectId);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void bodiesThatAreNoJsonObjectAreRefusedEverywhereAndWriteNothing() {
        StoredState before = StoredState.atRest(app);
        for (Route route : routes(true)) {
            for (byte[] body : malformedBodies()) {
                Reply reply = call(route, paths.path(route), "application/json", body);
                assertThat(reply.status())
                        .as("%s %s", route, new String(body, StandardCharsets.UTF_8))
                        .isEqualTo(400);
            }
            assertThat(call(route, paths.path(route), "text/plain", "{}".getBytes(StandardCharsets.UTF_8))
                            .status())
                    .as("%s with text/plain", route)
                    .isEqualTo(415);
            if (!isBodyOptional(route)) {
                assertThat(call(route, paths.path(route), null, new byte[0]).status())
                        .as("%s without a body", route)
                        .isEqualTo(400);
            }
        }
        before.assertUnchanged(app);
    }

    @Test
    void membersOfAnotherTypeAreRefusedAndWriteNothing() {
        StoredState before = StoredState.atRest(app);
        for (Route route : routes(true)) {
            Map<String, JsonNode> members = RoutePaths.members(route);
            assertThat(members).as("%s in openapi.yaml", route).isNotEmpty();
            for (Map.Entry<String, JsonNode> member : members.entrySet()) {
                for (Object wrong : wrongValues(member.getValue())) {
                    Reply reply = call(
                            route, paths.path(route), "application/json", Json.bytes(Map.of(member.getKey(), wrong)));
                    assertThat(isRefusedAsAModel(reply) ? 422 : reply.status())
                            .as("%s with %s = %s", route, member.getKey(), wrong)
                            .isIn(400, 422);
                }
            }
        }
        before.assertUnchanged(app);
    }

    @Test
    void membersThatOnlyTheServiceSetsAreRefusedByNameAndWriteNothing() {
        StoredState before = StoredState.atRest(app);
        for (Route route : routes(true)) {
            for (String owned : List.of("id", "owner_id", "created_at", "created_by", "workspace_id", "user_id")) {
                if (route.surface() == Surface.SESSION) {
                    Map<String, Object> body = new HashMap<>(likely(route));
                    body.put(owned, "x");
                    Reply reply = call(route, paths.path(route), "application/json", Json.bytes(body));
                    assertThat(reply.status()).as("%s with %s", route, owned).isEqualTo(400);
                    assertThat(reply.text()).contains("`" + owned + "`");
                }
            }
        }
        before.assertUnchanged(app);
    }

    @Test
    void anotherMethodIs405AndNamesTheRightOnes() {
        for (Route route : app.routes()) {
            Set<String> mounted = app.routes().stream()
                    .filter(other -> other.path().equals(route.path()))
                    .map(other -> other.method().name())
                    .collect(java.util.stream.Collectors.toSet());
            for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND")) {
                if (!mounted.contains(method) && !isPathOfAnother(route, method)) {
                    Reply reply = ada().sendBytes(method, paths.path(route), null, new byte[0]);
                    assertThat(reply.status()).as("%s %s", method, route.path()).isEqualTo(405);
                    assertThat(reply.header("Allow")).contains(route.method().name());
                }
            }
        }
    }

    @Test
    void unknownAndHostileIdsAreRefusedAndWriteNothing() throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            statement.executeUpdate("DELETE FROM one_time_codes"); // they end by themselves while the clock goes on
        }
        StoredState before = StoredState.atRest(app);
        for (Route route : routes(false)) {
            for (String parameter : RoutePaths.parameters(route)) {
                for (String id : UNKNOWN_IDS) {
                    if (isHarmless(parameter, id) && !isNewModel(route, id)) {
                        String path = paths.with(parameter, id).path(route);
                        Reply reply = call(route, path, "application/json", bodyFor(route));
                        assertThat(isRefusedAsAModel(reply) ? 422 : reply.status())
                                .as("%s %s", route.method(), path)
                                .isBetween(400, 499);
                    }
                }
            }
        }
        before.assertUnchanged(app);
    }

    @Test
    void anotherTenantsIdsAreLikeUnknownOnes() {
        StoredState before = StoredState.atRest(app);
        for (Route route : routes(false)) {
            Map<String, String> foreign =
                    Map.of("workspaceId", elsewhere.workspaceId(), "projectId", elsewhere.projectId());
            for (String parameter : RoutePaths.parameters(route)) {
                if (route.surface() == Surface.SESSION && foreign.containsKey(parameter)) {
                    Reply theirs = call(
                            route,
                            paths.with(parameter, foreign.get(parameter)).path(route),
                            "application/json",
                            bodyFor(route));
                    Reply unknown = call(
                            route,
                            paths.with(parameter, UNKNOWN_IDS.getFirst()).path(route),
                            "application/json",
                            bodyFor(route));
                    assertThat(theirs.status())
                            .as("%s with a foreign %s", route, parameter)
                            .isEqualTo(404);
                    assertThat(theirs.text()).isEqualTo(unknown.text());
                }
            }
        }
        before.assertUnchanged(app);
    }

    @Test
    void withoutAGoodSessionEveryInternalRouteIs401BeforeAnythingElse() {
        StoredState before = StoredState.atRest(app);
        List<Http> strangers = List.of(
                new Http(app.url()),
                new Http(app.url()).bearer("nonsense"),
                new Http(app.url()).bearer("a.b.c"),
                new Http(app.url()).bearer(world.ada().refreshToken()),
                new Http(app.url()).bearer(world.ada().token() + "x"),
                new Http(app.url()).bearer("cms_live_" + "a".repeat(40)),
                new Http(app.url()).bearer("a".repeat(10_000)),
                new Http(app.url()).with("Authorization", "Basic eDp4"),
                new Http(app.url()).with("Authorization", "Bearer"),
                new Http(app.url()).with("Cookie", "cms_session=nonsense"),
                new Http(app.url()).with("Cookie", "cms_session=" + "a.".repeat(2_000)));
        for (Route route : app.routes()) {
            if (route.surface() == Surface.SESSION) {
                for (Http stranger : strangers) {
                    assertThat(stranger.sendBytes(
                                            route.method().name(), paths.path(route), "application/json", new byte[] {
                                                '{'
                                            })
                                    .status())
                            .as(route.toString())
                            .isEqualTo(401);
                }
            }
        }
        before.assertUnchanged(app);
    }

    @Test
    void hostileQueriesAreNeverAFault() {
        for (Route route : app.routes()) {
            if (route.method() == Route.Method.GET) {
                for (String query : RoutePaths.queries(route)) {
                    for (String value : UNKNOWN_IDS) {
                        String path = paths.path(route) + "?" + query + "=" + RoutePaths.encode(value);
                        assertThat(call(route, path, null, new byte[0]).status())
                                .as(path)
                                .isLessThan(500);
                    }
                    String path = paths.path(route) + "?" + query + "=%25zz&" + query + "[]=1&" + query;
                    assertThat(call(route, path, null, new byte[0]).status())
                            .as(path)
                            .isLessThan(500);
                }
            }
        }
    }

    // ---- What is sent ----------------------------------------------------------------------------------------------

    private static List<byte[]> malformedBodies() {
        List<byte[]> all = new ArrayList<>();
        for (String text : List.of(
                "{",
                "}",
                "[]",
                "null",
                "true",
                "1",
                "\"text\"",
                "{\"a\":}",
                "{}x",
                "{\"a\":1,\"a\":2}",
                "[{}]",
                "{'a':1}",
                "{\"a\":1e999999999}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":\"\\u0000\"}",
                "{\"a\\u0000\":1}",
                "{\"a\":\"\n\"}",
                "[".repeat(15_000),
                "{\"a\":".repeat(2_500) + "1" + "}".repeat(2_500),
                "name=x",
                "<a/>",
                " ")) {
            all.add(text.getBytes(StandardCharsets.UTF_8));
        }
        all.add(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'});
        all.add(new byte[] {'{', '"', (byte) 0xc0, (byte) 0x80, '"', ':', '1', '}'});
        all.add("{\"a\":1}".getBytes(StandardCharsets.UTF_16));
        all.add(gzip("[".repeat(1_000_000))); // a kilobyte that would be a megabyte: nothing is unpacked
        return all;
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(bytes)) {
            packing.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Values that the schema of a member does not take; null counts as absent and is not among them. */
    private static List<Object> wrongValues(JsonNode schema) {
        List<Object> wrong = new ArrayList<>();
        String text = schema.toString();
        boolean reference = schema.has("$ref") || schema.has("const");
        if (reference || !text.contains("\"string\"") || text.contains("\"array\"")) {
            wrong.add("a string that does not fit");
        }
        if (!text.matches("\\{\"type\":\\[?\"(integer|number)\".*")) {
            wrong.add(7);
        }
        if (!text.contains("\"boolean\"")) {
            wrong.add(true);
        }
        if (!text.startsWith("{\"type\":\"array\"")) {
            wrong.add(List.of("a"));
        } else {
            wrong.add(List.of(1, Map.of()));
        }
        if (!text.startsWith("{\"type\":\"object\"")) {
            wrong.add(Map.of("a", 1));
        }
        return wrong;
    }

    /** A body that would do, so that what is refused is the path. */
    private static byte[] bodyFor(Route route) {
        return RoutePaths.members(route).isEmpty() ? new byte[0] : Json.bytes(likely(route));
    }

    /** By the end of the path; an empty body where anything more would write or where a path says enough. */
    private static Map<String, Object> likely(Route route) {
        Map<String, Map<String, Object>> bodies = Map.of(
                "/content/{modelId}", Map.of("data", Map.of("someone", Map.of("name", "Someone"))),
                "/status", Map.of("entryIds", List.of("waiting"), "status", "archived"),
                "/config", Map.of("workflow", "review"),
                "/members/{memberId}", Map.of("role", "admin"),
                "/members", Map.of("email", "eve@example.com", "role", "member"),
                "/cdn/keys", Map.of("name", "another"),
                "/cdn/settings", Map.of("cdn_public_media", true),
                "/api/workspaces", Map.of("name", "Another", "slug", "another"),
                "/api/workspaces/{workspaceId}", Map.of("name", "Renamed"));
        return bodies.entrySet().stream()
                .filter(body -> route.path().endsWith(body.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(Map.of());
    }

    // ---- To whom ---------------------------------------------------------------------------------------------------

    /** Routes that a signed-in person calls or that sign in; with a JSON body only. */
    /** The reviewer's decisions: a body may carry the reviewed commit or resolutions, and may be left out. */
    private static boolean isBodyOptional(Route route) {
        return Stream.of("/merge", "/reject", "/update", "/revert", "/media/signing-keys")
                .anyMatch(route.path()::endsWith);
    }

    /** A PUT of an id that no model has makes that model. */
    private static boolean isNewModel(Route route, String id) {
        return route.method() == Route.Method.PUT
                && route.path().endsWith("/models/{modelId}")
                && id.matches("[a-z0-9]+(-[a-z0-9]+)*");
    }

    /** A model that is not valid is answered like an entry that is not: 200, findings, nothing saved. */
    private static boolean isRefusedAsAModel(Reply reply) {
        return reply.status() == 200
                && reply.request().contains("/models/")
                && !reply.json().at("/validation/valid").asBoolean(true);
    }

    private static List<Route> routes(boolean withBody) {
        return app.routes().stream()
                .filter(route -> route.surface() == Surface.SESSION || route.surface() == Surface.SIGN_IN)
                .filter(route -> !withBody || !RoutePaths.members(route).isEmpty())
                .filter(route -> !route.path().equals("/api/auth/logout"))
                .toList();
    }

    private static Reply call(Route route, String path, String contentType, byte[] body) {
        Reply reply = send(route, path, contentType, body);
        if (reply.status() == 429) {
            app.clock().advance(Duration.ofSeconds(61));
            reply = send(route, path, contentType, body);
        }
        return reply;
    }

    private static Reply send(Route route, String path, String contentType, byte[] body) {
        boolean endless = route.method() == Route.Method.GET && route.path().endsWith("/events");
        return endless ? ada().begin(path) : ada().sendBytes(route.method().name(), path, contentType, body);
    }

    private static Http ada() {
        return world.ada().http();
    }

    /** Some hostile ids name something that is there, or mean another route. */
    private static boolean isHarmless(String parameter, String id) {
        return !(parameter.equals("provider") && id.equals("git_host"));
    }

    /** Whether the concrete path of {@code route} is also taken by a route with parameters, for {@code method}. */
    private static boolean isPathOfAnother(Route route, String method) {
        String path = paths.path(route);
        return app.routes().stream()
                .filter(other -> other.method().name().equals(method))
                .anyMatch(other ->
                        path.matches(other.path().replaceAll("<[^>]+>", ".+").replaceAll("\\{[^}]+}", "[^/]+")));
    }

    /** Lets the builds that the preparation started come to their end. */
    private static void settle() {
        eventually("the build has ended", () -> {
            JsonNode builds = ada().get(world.p() + "/cdn/builds").json();
            return !builds.isEmpty()
                    && builds.valueStream()
                            .noneMatch(build -> build.get("status").asString().equals("building"));
        });
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        eventually("nothing moves any more", () -> {
            byte[] now = StoredState.atRest(app).toString().getBytes(StandardCharsets.UTF_8);
            boolean same = java.util.Arrays.equals(seen.toByteArray(), now);
            seen.reset();
            seen.writeBytes(now);
            return same;
        });
    }
}
