package cms.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Overlapping;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What reads before it writes, many times at once: exactly as many succeed as may, and nobody gets a fault.
 *
 * <p>On PostgreSQL those about owners, members, Git accounts, installations and projects fail when the locks and turns
 * are taken out; slugs and first sign-ins have the database's own unique keys behind them.
 */
@Tag("rows")
class AtOnceTest {
    private static final int TIMES = 12;

    private static TestApp app;
    private static Person ada;

    @BeforeAll
    static void start() {
        app = TestApp.start();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    /** Sign-ins are limited to ten a minute. */
    @BeforeEach
    void later() {
        app.clock().advance(Duration.ofMinutes(2));
        ada = Person.signIn(app.url(), "ada@example.com");
    }

    @Test
    void aWorkspaceIsTransferredOnceAndAlwaysHasOneOwner() throws Exception {
        String w = "/api/workspaces/" + workspace("handed-over");
        List<Person> admins = new ArrayList<>();
        for (String name : List.of("an", "ben", "cat")) {
            ada.http()
                    .post(w + "/members", Map.of("email", name + "@example.com", "role", "admin"))
                    .is(200);
            Person admin = Person.signIn(app.url(), name + "@example.com");
            admin.http().get(w).is(200);
            admins.add(admin);
        }
        List<Integer> statuses = atOnce(IntStream.range(0, TIMES)
                .<Callable<Reply>>mapToObj(time -> () -> ada.http()
                        .post(
                                w + "/transfer-owner",
                                Map.of("newOwnerId", admins.get(time % 3).id())))
                .toList());
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
        assertThat(statuses).allMatch(status -> status == 200 || status == 403 || status == 400);
        JsonNode members = admins.getFirst().http().get(w + "/members").is(200).json();
        assertThat(members.valueStream()
                        .filter(member -> member.get("role").asString().equals("owner")))
                .hasSize(1);
    }

    @Test
    void aSlugIsTakenOnceByNewAndByRenamedWorkspaces() throws Exception {
        assertThat(atOnce(TIMES, () -> ada.http().post("/api/workspaces", Map.of("name", "Same", "slug", "the-same"))))
                .filteredOn(status -> status == 200)
                .hasSize(1);
        List<String> ids = List.of(workspace("renamed-1"), workspace("renamed-2"), workspace("renamed-3"));
        List<Integer> renamed = atOnce(ids.stream()
                .<Callable<Reply>>map(id -> () -> ada.http().patch("/api/workspaces/" + id, Map.of("slug", "wanted")))
                .toList());
        assertThat(renamed).containsExactlyInAnyOrder(200, 409, 409);
    }

    @Test
    void aPersonGetsOneGitAccountAndAnInstallationOneWorkspace() throws Exception {
        Person flo = Person.signIn(app.url(), "flo@example.com");
        String primary = flo.primaryWorkspace();
        assertThat(atOnce(TIMES, () -> flo.http().get("/api/git_host/installations/available?workspaceId=" + primary)))
                .containsOnly(200);
        long installation = flo.http()
                .get("/api/git_host/installations/available?workspaceId=" + primary)
                .json()
                .at("/installations/0/id")
                .asLong();
        List<String> workspaces = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            workspaces.add(flo.http()
                    .post("/api/workspaces", Map.of("name", "W", "slug", "flo-" + number))
                    .is(200)
                    .json()
                    .get("id")
                    .asString());
        }
        List<Integer> bound = atOnce(workspaces.stream()
                .<Callable<Reply>>map(id -> () -> flo.http()
                        .post(
                                "/api/git_host/installations/connect",
                                Map.of("workspaceId", id, "installationId", installation)))
                .toList());
        assertThat(bound).containsExactlyInAnyOrder(200, 409, 409, 409);
    }

    @Test
    void anInvitationAProjectMemberAndAModelKeyAreThereOnce() throws Exception {
        String id = workspace("one-of-each");
        String w = "/api/workspaces/" + id;
        assertThat(atOnce(
                        TIMES,
                        () -> ada.http().post(w + "/members", Map.of("email", "gil@example.com", "role", "member"))))
                .containsOnly(200);
        assertThat(ada.http().get(w + "/members").json()).hasSize(2);
        Person gil = Person.signIn(app.url(), "gil@example.com");
        assertThat(atOnce(TIMES, () -> gil.http().get(w))).containsOnly(200);
        assertThat(atOnce(
                        TIMES,
                        () -> gil.http().post(w + "/ai-keys", Map.of("provider", "openai", "apiKey", "sk-0123456789"))))
                .containsOnly(200);
        assertThat(gil.http().get(w + "/ai-keys").json()).hasSize(1);
        String member = ada.http()
                .get(w + "/members")
                .json()
                .valueStream()
                .filter(one -> one.get("role").asString().equals("member"))
                .map(one -> one.get("id").asString())
                .findFirst()
                .orElseThrow();
        assertThat(atOnce(TIMES, () -> ada.http().delete(w + "/members/" + member)))
                .filteredOn(status -> status == 200)
                .hasSize(1);
    }

    @Test
    void noProjectIsLeftOfAWorkspaceThatGoesWhileTheyAreMade() throws Exception {
        String id = workspace("short-lived");
        World.connect(ada, id, "starters/blank", "kept");
        List<Callable<Reply>> all = new ArrayList<>();
        for (int number = 0; number < 6; number++) {
            String name = "spare-" + number;
            ada.http()
                    .post(
                            "/api/git_host/create-from-template",
                            Map.of("workspaceId", id, "templateRepo", "starters/blank", "name", name))
                    .is(200);
            Map<String, String> body = Map.of("repoFullName", "ada/" + name, "name", name);
            all.add(() -> ada.http().post("/api/workspaces/" + id + "/projects", body));
        }
        all.add(3, () -> ada.http().delete("/api/workspaces/" + id));
        assertThat(atOnce(all)).allMatch(status -> status == 200 || status == 404);
        try (Connection rows = app.rows();
                ResultSet left = rows.createStatement()
                        .executeQuery("SELECT COUNT(*) FROM projects WHERE workspace_id = '" + id + "'")) {
            assertThat(left.next()).isTrue();
            assertThat(left.getInt(1)).isZero();
        }
    }

    @Test
    void thePersonWhoComesForTheFirstTimeManyTimesAtOnceIsOnePersonWithOneWorkspace() throws Exception {
        List<Callable<Reply>> all = new ArrayList<>();
        for (int time = 0; time < 6; time++) {
            String provider = time % 2 == 0 ? "git_host" : "web_identity";
            all.add(() ->
                    Person.signIn(app.url(), "hal@example.com", provider).http().get("/api/auth/me"));
        }
        assertThat(atOnce(all)).containsOnly(200);
        assertThat(Person.signIn(app.url(), "hal@example.com")
                        .http()
                        .get("/api/workspaces")
                        .json())
                .hasSize(1);
    }

    /**
     * Before, the row of the workspace went with that of its new owner, and its projects stayed and belonged to nobody.
     */
    @Test
    void aWorkspaceThatIsTransferredToAPersonWhoDeletesTheAccountIsDeletedWithItsProjects() throws Exception {
        Overlapping.assumePossible();
        String id = workspace("handed-to-ina");
        String w = "/api/workspaces/" + id;
        World.connect(ada, id, "starters/blank", "of-ina");
        ada.http()
                .post(w + "/members", Map.of("email", "ina@example.com", "role", "admin"))
                .is(200);
        Person ina = Person.signIn(app.url(), "ina@example.com");
        ina.http().get(w).is(200);
        String member = "UPDATE workspace_members SET role = '%s' WHERE workspace_id = '" + id + "' AND user_id = '%s'";
        List<String> transfer = List.of(
                "UPDATE workspaces SET owner_id = '" + ina.id() + "' WHERE id = '" + id + "'",
                member.formatted("admin", ada.id()),
                member.formatted("owner", ina.id()));
        Overlapping.transaction(app, transfer, () -> ina.http().delete("/api/profile"))
                .is(200);
        ada.http().get(w).is(404);
        try (Connection rows = app.rows();
                ResultSet left = rows.createStatement()
                        .executeQuery("SELECT COUNT(*) FROM projects WHERE workspace_id = '" + id + "'")) {
            assertThat(left.next()).isTrue();
            assertThat(left.getInt(1)).isZero();
        }
    }

    private static String workspace(String slug) {
        return ada.http()
                .post("/api/workspaces", Map.of("name", slug, "slug", slug))
                .is(200)
                .json()
                .get("id")
                .asString();
    }

    private static List<Integer> atOnce(int times, Callable<Reply> request) throws Exception {
        return atOnce(Collections.nCopies(times, request));
    }

    private static List<Integer> atOnce(List<Callable<Reply>> requests) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> answer : together.invokeAll(requests)) {
                statuses.add(answer.get().status());
            }
        }
        return statuses;
    }
}
