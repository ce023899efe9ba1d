package cms.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Tag("scenario")
class WorkspaceTest {
    private static TestApp app;

    private Person ada;

    @BeforeAll
    static void start() {
        app = TestApp.start();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @BeforeEach
    void adaComesIn() {
        app.clock().advance(Duration.ofMinutes(2));
        ada = Person.signIn(app.url(), "ada@example.com");
    }

    @Test
    void aNewUserHasAPrimaryWorkspace() {
        Person eve = Person.signIn(app.url(), "eve.o'hara@example.com");
        JsonNode list = eve.http().get("/api/workspaces").is(200).json();
        assertThat(list).hasSize(1);
        JsonNode primary = list.get(0);
        assertThat(primary.get("name").asString()).isEqualTo("eve.o'hara's Workspace");
        assertThat(primary.get("slug").asString())
                .isEqualTo("eve-o-hara-" + eve.id().substring(0, 8));
        assertThat(primary.get("type").asString()).isEqualTo("primary");
        assertThat(primary.get("role").asString()).isEqualTo("owner");
        assertThat(primary.get("access").get("may").valueStream().map(JsonNode::asString))
                .contains("create_project", "transfer_ownership");
        assertThat(primary.get("plan").asString()).isEqualTo("enterprise");
        assertThat(primary.get("github_installation_id").isNull()).isTrue();
    }

    @Test
    void aWorkspaceIsMadeListedAndShown() {
        String slug = slug();
        JsonNode made = create("Side project", slug).is(200).json();
        assertThat(made.get("slug").asString()).isEqualTo(slug);
        assertThat(made.get("type").asString()).isEqualTo("secondary");
        JsonNode list = ada.http().get("/api/workspaces").json();
        assertThat(list.get(list.size() - 1).get("id")).isEqualTo(made.get("id"));
        JsonNode shown = ada.http().get(path(made)).is(200).json();
        assertThat(shown.get("owner_id").asString()).isEqualTo(ada.id());
        assertThat(shown.get("plan").asString()).isEqualTo("enterprise");
        assertThat(shown.at("/access/role").asString()).isEqualTo("owner");
        assertThat(shown.at("/access/may").toString())
                .contains("delete_workspace")
                .doesNotContain("save_content");
        assertThat(shown.at("/workspace_members/0/user_id").asString()).isEqualTo(ada.id());
    }

    @Test
    void aSlugIsMadeTidyAndTakenOnce() {
        String slug = slug();
        assertThat(create("One", " " + slug.toUpperCase(java.util.Locale.ROOT) + " ! ")
                        .is(200)
                        .json()
                        .get("slug")
                        .asString())
                .isEqualTo(slug);
        create("Two", slug).is(409);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":\"A\"}",
                "{\"slug\":\"good-one\"}",
                "{\"name\":\"\",\"slug\":\"good-one\"}",
                "{\"name\":7,\"slug\":\"good-one\"}",
                "{\"name\":\"\\u202eemca\",\"slug\":\"good-one\"}",
                "{\"name\":\"\\u200b\",\"slug\":\"good-one\"}",
                "{\"name\":\"A\",\"slug\":\"!\"}",
                "{\"name\":\"A\",\"slug\":\"x\"}",
                "{\"name\":\"A\",\"slug\":[\"good-one\"]}",
                "{\"name\":\"A\",\"slug\":\"good-one\",\"plan\":\"enterprise\"}",
                "{\"name\":\"A\",\"slug\":\"good-one\",\"owner_id\":\"x\"}",
                "{\"name\":\"A\",\"slug\":\"good-one\",\"type\":\"primary\"}",
                "{\"name\":\"A\",\"slug\":\"good-one\",\"id\":\"x\"}",
                "{\"name\":\"A\",\"slug\":\"good-one\",\"role\":\"owner\"}",
                "[]",
                "null"
            })
    void anOddWorkspaceIsRefused(String body) {
        Reply reply = ada.http().sendBytes("POST", "/api/workspaces", "application/json", body.getBytes());
        assertThat(reply.status()).isEqualTo(400);
        ada.http().post("/api/workspaces", Map.of("name", "A", "slug", slug())).is(200);
    }

    @Test
    void anUnknownWorkspaceAndAForeignOneLookTheSame() {
        Person nobody = Person.signIn(app.url(), "nobody@example.org");
        String[] paths = {"/api/workspaces/" + UUID.randomUUID(), "/api/workspaces/" + ada.primaryWorkspace()};
        for (String path : paths) {
            Reply[] replies = {
                nobody.http().get(path),
                nobody.http().patch(path, Map.of("name", "Mine")),
                nobody.http().patch(path, Map.of()),
                nobody.http().delete(path),
                nobody.http().post(path + "/transfer-owner", Map.of("newOwnerId", nobody.id())),
                nobody.http().get(path + "/members"),
                nobody.http().post(path + "/members", Map.of("email", "x@example.org", "role", "admin")),
                nobody.http().patch(path + "/members/x", Map.of("role", "admin")),
                nobody.http().delete(path + "/members/x"),
                nobody.http().post(path + "/members/x/resend")
            };
            for (Reply reply : replies) {
                assertThat(reply.status()).as(reply.request()).isEqualTo(404);
                assertThat(reply.json().get("message").asString()).isEqualTo("There is no such workspace.");
            }
        }
    }

    @Test
    void nobodyIsLetInWithoutASession() {
        var http = new cms.testing.Http(app.url());
        http.get("/api/workspaces").is(401);
        http.post("/api/workspaces", Map.of("name", "A", "slug", "abc")).is(401);
        http.get("/api/workspaces/x").is(401);
        http.get("/api/workspaces/x/members").is(401);
    }

    @Test
    void aWorkspaceIsRenamedButNotPromoted() {
        JsonNode made = create("Old", slug()).json();
        String slug = slug();
        JsonNode changed = ada.http()
                .patch(path(made), Map.of("name", " New ", "slug", slug))
                .is(200)
                .json();
        assertThat(changed.get("name").asString()).isEqualTo("New");
        assertThat(changed.get("slug").asString()).isEqualTo(slug);
        ada.http().patch(path(made), Map.of()).is(400);
        ada.http().patch(path(made), Map.of("plan", "enterprise", "name", "X")).is(400);
        ada.http()
                .patch(
                        path(made),
                        Map.of(
                                "slug",
                                ada.http()
                                        .get("/api/workspaces")
                                        .json()
                                        .get(0)
                                        .get("slug")
                                        .asString()))
                .is(409);
    }

    @Test
    void aSecondaryWorkspaceGoesAndThePrimaryStays() {
        JsonNode made = create("Going", slug()).json();
        assertThat(ada.http().delete(path(made)).is(200).text()).isEqualTo("{\"deleted\":true}");
        ada.http().get(path(made)).is(404);
        ada.http().delete("/api/workspaces/" + ada.primaryWorkspace()).is(400);
    }

    private Reply create(String name, String slug) {
        return ada.http().post("/api/workspaces", Map.of("name", name, "slug", slug));
    }

    private static String path(JsonNode workspace) {
        return "/api/workspaces/" + workspace.get("id").asString();
    }

    private static String slug() {
        return "w-" + UUID.randomUUID().toString().substring(0, 8);
    }
}
