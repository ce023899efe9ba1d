package cms.access;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.RoutePaths;
import cms.testing.StoredState;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What only the service sets is refused in every body, as {@code access/bodies.txt} says. */
class MassAssignmentTest {
    private static final String W = "/api/workspaces/{workspaceId}";
    private static final List<String> OWNED = new ArrayList<>();
    private static final List<Row> ROWS = read();

    private static TestApp app;
    private static World world;
    private static Map<String, String> values;

    /** One route with a good body. */
    private record Row(String route, String body, Set<String> taken, int status) {
        String method() {
            return route.substring(0, route.indexOf(' '));
        }
    }

    @BeforeAll
    static void start() {
        app = TestApp.start(Map.of("CMS_CHAT_RATE_PER_MINUTE", "1000")); // a chat counts before its body is read
        world = World.blog(app);
        String w = "/api/workspaces/" + world.workspaceId();
        var ada = world.ada().http();
        String membership = ada.post(w + "/members", Map.of("email", "anna@example.com", "role", "admin"))
                .is(200)
                .json()
                .get("id")
                .asString();
        Person anna = Person.signIn(app.url(), "anna@example.com");
        anna.http().get("/api/auth/me").is(200);
        String entry = ada.get(world.p() + "/brain/sync")
                .is(200)
                .json()
                .at("/content/posts:en")
                .propertyNames()
                .iterator()
                .next();
        ada.patch(world.p() + "/config", Map.of("workflow", "review")).is(200);
        String branch = ada.post(
                        world.p() + "/content/authors", Map.of("data", Map.of("aaaabbbbcccc", Map.of("name", "Waits"))))
                .is(200)
                .json()
                .get("branch")
                .asString();
        String spare = ada.post(
                        "/api/git_host/create-from-template",
                        Map.of("workspaceId", world.workspaceId(), "templateRepo", "starters/blank", "name", "spare"))
                .is(200)
                .json()
                .get("fullName")
                .asString();
        String installation = ada.get("/api/git_host/installations/available?workspaceId=" + world.workspaceId())
                .is(200)
                .json()
                .at("/installations/0/id")
                .asString();
        values = new HashMap<>(Map.of(
                "workspaceId",
                world.workspaceId(),
                "projectId",
                world.projectId(),
                "memberId",
                membership,
                "adminId",
                anna.id(),
                "modelId",
                "posts",
                "branch",
                branch,
                "commit",
                "0".repeat(39) + "1",
                "entryId",
                entry,
                "spareRepository",
                spare,
                "installationId",
                installation));
        values.put("submissionId", "none");
        values.put("webhookId", "none");
        values.put("assetId", "none");
        values.put("keyId", "none");
        values.put("uploadId", "none");
        values.put("conversationId", "none");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void everyRouteThatTakesABodyIsInTheTable() {
        Set<String> taking = app.routes().stream()
                .filter(route -> route.surface() == Surface.SESSION)
                .filter(route -> !RoutePaths.members(route).isEmpty())
                .map(MassAssignmentTest::name)
                .collect(Collectors.toSet());
        assertThat(ROWS.stream().map(Row::route)).containsAll(taking);
    }

    /** One test, because what is refused must change nothing before what is good changes something. */
    @Test
    void noBodySetsWhatOnlyTheServiceSetsAndEachGoodOneIsInTheLogOnce() {
        int refused = 0;
        logged(); // what Git has written stands in the log from now on, and not somewhere in between
        StoredState before = StoredState.atRest(app);
        for (Row row : ROWS) {
            for (String owned : OWNED) {
                if (!row.taken().contains(owned)) {
                    ObjectNode body = body(row).put(owned, owned.equals("role") ? "owner" : "x");
                    Reply reply = send(row, body);
                    assertThat(reply.status())
                            .as("%s with %s: %s", row.route(), owned, reply.text())
                            .isEqualTo(400);
                    assertThat(reply.text()).as(row.route()).contains("`" + owned + "`");
                    refused++;
                }
            }
        }
        before.assertUnchanged(app);
        System.out.printf("Mass assignment: %d bodies, %d refusals%n", ROWS.size(), refused);

        int logged = logged();
        for (Row row : ROWS) {
            Reply reply = send(row, body(row));
            assertThat(reply.status())
                    .as("%s itself: %s", row.route(), reply.text())
                    .isEqualTo(row.status());
            // a preview stores nothing, and neither an asset nor a submission of the list is there
            boolean writes = row.status() == 200
                    && !row.route().endsWith("/preview")
                    && !row.route().endsWith("/bulk");
            logged += writes ? 1 : 0;
            assertThat(logged()).as("entries after %s", row.route()).isEqualTo(logged);
        }
    }

    private static int logged() {
        world.ada().http().get(world.p() + "/activity").is(200);
        return StoredState.of(app).rows().get("activities").size();
    }

    private static Reply send(Row row, ObjectNode body) {
        String path = new RoutePaths(values).path(route(row));
        return world.ada().http().send(row.method(), path, body);
    }

    private static ObjectNode body(Row row) {
        String text = row.body();
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("{" + value.getKey() + "}", value.getValue());
        }
        return (ObjectNode) Json.parse(text);
    }

    private static Route route(Row row) {
        return app.routes().stream()
                .filter(route -> name(route).equals(row.route()))
                .findFirst()
                .orElseThrow();
    }

    private static String name(Route route) {
        return route.method() + " " + route.path();
    }

    private static List<Row> read() {
        List<Row> rows = new ArrayList<>();
        try (InputStream file = MassAssignmentTest.class.getResourceAsStream("/access/bodies.txt")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList()) {
                if (line.startsWith("@")) {
                    OWNED.addAll(List.of(line.substring(2).split("\\s+")));
                } else {
                    rows.add(row(line));
                }
            }
            return rows;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Row row(String line) {
        String[] words = line.strip().split("\\s+", 3);
        String[] parts = words[2].split("\\|");
        String path =
                words[1].replaceFirst("^P(?=/|$)", "W/projects/{projectId}").replaceFirst("^W(?=/|$)", W);
        String taken = parts.length > 1 ? parts[1].strip() : "";
        return new Row(
                words[0] + " " + path,
                parts[0].strip(),
                Arrays.stream(taken.split("\\s+")).collect(Collectors.toSet()),
                parts.length > 2 ? Integer.parseInt(parts[2].strip()) : 200);
    }
}
