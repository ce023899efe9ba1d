package cms.project;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Projects and their members, by each kind of caller (spec 4.6). */
@Tag("scenario")
class ProjectRoutesTest {
    private static final String UNKNOWN = "00000000-0000-4000-8000-000000000000";

    private static TestApp app;
    private static World world;
    private static String w;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        app.advance(Duration.ofMinutes(2)); // those who sign in below are not counted with those of this world
        w = "/api/workspaces/" + world.workspaceId();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void aConnectedRepositoryAnswersWithItsDetectedBranchAndCannotBeConnectedTwice() {
        create("starters/blank", "twice");

        JsonNode project = connect(Map.of("repoFullName", "ada/twice", "name", "Twice"))
                .is(200)
                .json();

        assertThat(project.get("id").isString()).isTrue();
        assertThat(project.get("name").asString()).isEqualTo("Twice");
        assertThat(project.get("repo_full_name").asString()).isEqualTo("ada/twice");
        assertThat(project.get("default_branch").asString()).isEqualTo("main");
        assertThat(project.get("content_root").asString()).isEmpty();
        assertThat(project.get("status").asString()).isEqualTo("active");
        assertThat(project.get("created_at").isString()).isTrue();
        connect(Map.of("repoFullName", "ada/twice", "name", "Again")).is(409);
    }

    @Test
    void creationAnswersInTheOrderOfTheDesign() {
        Map<String, Object> good = Map.of("repoFullName", "ada/blog", "name", "Blog");
        new Http(app.url()).post(w + "/projects", good).is(401);
        world.nobody().http().post(w + "/projects", good).is(404);
        world.bo().http().post(w + "/projects", "not an object").is(403);
        world.ada().http().post(w + "/projects", "not an object").is(400);
        connect(Map.of("name", "x")).is(400);
        connect(Map.of("repoFullName", "ada/blog")).is(400);
        connect(Map.of("repoFullName", "ada", "name", "x")).is(400);
        connect(Map.of("repoFullName", "../ada/blog", "name", "x")).is(400);
        connect(Map.of("repoFullName", 7, "name", "x")).is(400);
        connect(Map.of("repoFullName", "ada/none", "name", "x")).is(404);
        connect(Map.of("repoFullName", "ada/../blog", "name", "x")).is(400);
        connect(Map.of("repoFullName", "bo/blog", "name", "x")).is(404);
        create("starters/blank", "orders");
        connect(Map.of("repoFullName", "ada/orders", "name", "x", "defaultBranch", "none"))
                .is(400);
        connect(Map.of("repoFullName", "ada/orders", "name", "x", "defaultBranch", "a..b"))
                .is(400);
        connect(Map.of("repoFullName", "ada/orders", "name", "x", "contentRoot", "../x"))
                .is(400);
        for (String root : List.of("site/.cms", ".GitHub/workflows", "web/node_modules", ".env")) {
            connect(Map.of("repoFullName", "ada/orders", "name", "x", "contentRoot", root))
                    .is(400);
        }
        connect(Map.of("repoFullName", "ada/orders", "name", "x", "status", "error"))
                .is(400);
        JsonNode made = connect(Map.of("repoFullName", "ada/orders", "name", "x", "contentRoot", "/site/"))
                .is(200)
                .json();
        assertThat(made.get("content_root").asString()).isEqualTo("site");
    }

    @Test
    void ownersSeeAllProjectsAndMembersOnlyTheirs() {
        create("starters/blank", "hidden");
        String hidden = connect(Map.of("repoFullName", "ada/hidden", "name", "Hidden"))
                .json()
                .get("id")
                .asString();

        assertThat(ids(world.ada())).contains(world.projectId(), hidden);
        assertThat(ids(world.bo())).containsExactly(world.projectId());
        world.nobody().http().get(w + "/projects").is(404);
        world.bo().http().get(w + "/projects/" + hidden).is(403);
        world.bo().http().get(w + "/projects/" + UNKNOWN).is(404);
        world.nobody().http().get(w + "/projects/" + world.projectId()).is(404);
    }

    @Test
    void aProjectIsOnlyFoundInItsOwnWorkspace() {
        String other = world.ada()
                .http()
                .post("/api/workspaces", Map.of("name", "Other", "slug", "ada-other"))
                .json()
                .get("id")
                .asString();

        world.ada()
                .http()
                .get("/api/workspaces/" + other + "/projects/" + world.projectId())
                .is(404);
    }

    @Test
    void detailsNameTheMembersFlatAndNested() {
        JsonNode details = world.dee().http().get(world.p()).is(200).json();

        assertThat(details.get("repo_full_name").asString()).isEqualTo("ada/blog");
        JsonNode bo = details.get("project_members")
                .valueStream()
                .filter(member ->
                        member.get("user_id").asString("").equals(world.bo().id()))
                .findFirst()
                .orElseThrow();
        assertThat(bo.get("role").asString()).isEqualTo("editor");
        assertThat(bo.get("user_id").asString()).isEqualTo(world.bo().id());
        assertThat(bo.get("display_name").asString()).isEqualTo("bo");
        assertThat(bo.at("/profiles/email").asString()).isEqualTo("bo@example.com");
        assertThat(bo.get("specific_models").asBoolean()).isFalse();
        assertThat(bo.get("allowed_models").size()).isZero();
        assertThat(bo.get("accepted_at").isString()).isTrue();
    }

    /** Before, it named models that the caller does not see. */
    @Test
    void aListOfModelsIsToldToOthersAsFarAsTheySeeTheModels() {
        Person eli = colleague("eli");
        Person fay = colleague("fay");
        world.narrow(eli, "editor", "posts", "authors");
        world.narrow(fay, "editor", "authors", "salaries");

        assertThat(models(eli, fay)).containsExactly("authors");
        assertThat(models(eli, eli)).containsExactlyInAnyOrder("posts", "authors");
        assertThat(eli.http().get(world.p()).text()).doesNotContain("salaries");
        for (Person all : List.of(world.ada(), world.dee())) {
            assertThat(models(all, fay)).containsExactlyInAnyOrder("authors", "salaries");
        }
    }

    private static List<String> models(Person caller, Person member) {
        return caller.http()
                .get(world.p())
                .is(200)
                .json()
                .get("project_members")
                .valueStream()
                .filter(one -> one.get("user_id").asString("").equals(member.id()))
                .flatMap(one -> one.get("allowed_models").valueStream())
                .map(JsonNode::asString)
                .toList();
    }

    /**
     * Rights come before anything that was sent (design 2.2). Seen to fail in each row with the query looked at first.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "W/projects",
                "W/members",
                "W/ai-keys",
                "W/mcp-cloud-keys",
                "W/connected-apps",
                "P/members",
                "P/branches",
                "P/conversations",
                "P/cdn/builds",
                "P/cdn/keys",
                "P/conversation-keys",
                "P/webhooks",
                "P/forms/messages/submissions"
            })
    void aStrangerIsRefusedBeforeTheQueryIsLookedAt(String path) {
        String url = path.replaceFirst("^W", w).replaceFirst("^P", world.p()) + "?unheard=of";
        world.nobody().http().get(url).is(404);
        world.ada().http().get(url).is(400);
    }

    @Test
    void membersAreManagedByOwnersAndAdminsAlone() {
        String members = world.p() + "/members";
        assertThat(world.ada().http().get(members).is(200).json().size()).isGreaterThanOrEqualTo(3);
        world.bo().http().get(members).is(403);
        world.cy()
                .http()
                .post(members, Map.of("userId", world.dee().id(), "role", "editor"))
                .is(403);
        world.nobody().http().get(members).is(404);
        world.ada()
                .http()
                .post(members, Map.of("userId", world.dee().id(), "role", "owner"))
                .is(400);
        world.ada().http().post(members, Map.of("role", "viewer")).is(400);
        world.ada()
                .http()
                .post(members, Map.of("userId", world.nobody().id(), "role", "viewer"))
                .is(404);
        world.ada().http().delete(members + "/" + UNKNOWN).is(404);
    }

    @Test
    void aMemberIsChangedByAddingAgainAndLosesTheProjectWithTheRow() {
        Person gus = colleague("gus");
        String members = world.p() + "/members";
        gus.http().get(world.p()).is(403);

        JsonNode first = add(Map.of(
                "userId", gus.id(), "role", "editor", "specificModels", true, "allowedModels", List.of("posts")));
        gus.http().get(world.p()).is(200);
        assertThat(world.ada()
                        .http()
                        .get(members)
                        .is(200)
                        .json()
                        .valueStream()
                        .filter(member -> member.get("id").equals(first.get("id"))))
                .singleElement()
                .satisfies(member -> assertThat(
                                member.get("allowed_models").valueStream().map(JsonNode::asString))
                        .containsExactly("posts"));
        JsonNode second = add(Map.of("email", "GUS@example.com", "role", "viewer"));

        assertThat(first.get("specific_models").asBoolean()).isTrue();
        assertThat(first.get("allowed_models").get(0).asString()).isEqualTo("posts");
        assertThat(second.get("id").asString()).isEqualTo(first.get("id").asString());
        assertThat(second.get("role").asString()).isEqualTo("viewer");
        assertThat(second.get("specific_models").asBoolean()).isFalse();
        JsonNode third = add(Map.of("userId", gus.id(), "role", "editor", "allowedModels", List.of("posts")));
        assertThat(third.get("specific_models").asBoolean()).isTrue();
        assertThat(third.get("allowed_models").get(0).asString()).isEqualTo("posts");
        world.ada().http().delete(members + "/" + first.get("id").asString()).is(200);
        gus.http().get(world.p()).is(403);
    }

    @Test
    void somebodyUnknownIsInvitedByAddress() {
        JsonNode invited = add(Map.of("email", "hal@example.com", "role", "reviewer"));

        assertThat(invited.get("invited_email").asString()).isEqualTo("hal@example.com");
        assertThat(invited.get("user_id").isNull()).isTrue();
        assertThat(invited.get("accepted_at").isNull()).isTrue();
        Person hal = Person.signIn(app.url(), "hal@example.com", "web_identity");
        hal.http().get(world.p()).is(200);
    }

    /** Shown to fail where the account behind the address was shown before its person had accepted. */
    @Test
    void anInvitationToAProjectTellsNothingOfTheAccountBehindItsAddress() {
        Person known = Person.signIn(app.url(), "kim@example.com", "web_identity");
        JsonNode invited = add(Map.of("email", "kim@example.com", "role", "viewer"));
        JsonNode stranger = add(Map.of("email", "nobody-yet@example.com", "role", "viewer"));
        List<JsonNode> listed = world.ada()
                .http()
                .get(world.p() + "/members")
                .is(200)
                .json()
                .valueStream()
                .filter(row -> row.path("invited_email").asString().equals("kim@example.com"))
                .toList();
        assertThat(listed).hasSize(1);
        for (String member : List.of("user_id", "display_name", "email", "avatar_url", "profiles", "accepted_at")) {
            assertThat(invited.get(member)).as(member).isEqualTo(stranger.get(member));
            assertThat(listed.getFirst().get(member)).as(member).isEqualTo(stranger.get(member));
        }
        known.http().get(world.p()).is(200);
        assertThat(add(Map.of("email", "kim@example.com", "role", "editor"))
                        .get("user_id")
                        .asString())
                .isEqualTo(known.id());
    }

    /** Every invitation of the person comes true with the first request, whatever it asks for. */
    @Test
    void oneRequestAcceptsTheInvitationsToWorkspacesAndProjectsAtOnce() {
        String address = "jo@example.com";
        JsonNode here = add(Map.of(
                "email", address, "role", "editor", "specificModels", true, "allowedModels", List.of("authors")));
        create("starters/blog", "second");
        String second = connect(Map.of("repoFullName", "ada/second", "name", "Second"))
                .is(200)
                .json()
                .get("id")
                .asString();
        String secondMembers = w + "/projects/" + second + "/members";
        world.ada()
                .http()
                .post(secondMembers, Map.of("email", address, "role", "viewer"))
                .is(200);
        String elsewhere = world.bo().primaryWorkspace();
        world.bo()
                .http()
                .post("/api/workspaces/" + elsewhere + "/members", Map.of("email", address, "role", "admin"))
                .is(200);
        assertThat(world.ada()
                        .http()
                        .get(w + "/members")
                        .json()
                        .valueStream()
                        .filter(member ->
                                member.path("invited_email").asString("").equals(address)))
                .as("one seat for both projects")
                .hasSize(1);

        Person jo = Person.signIn(app.url(), address, "web_identity");
        jo.http().patch("/api/profile", Map.of("theme", "dark")).is(200);
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/members")
                        .json()
                        .valueStream()
                        .filter(member -> member.get("id").equals(here.get("id")))
                        .map(member -> member.get("accepted_at").isString()))
                .containsExactly(true);
        assertThat(world.ada()
                        .http()
                        .get(secondMembers)
                        .json()
                        .get(0)
                        .get("accepted_at")
                        .isString())
                .isTrue();
        assertThat(jo.http().get("/api/workspaces").json()).hasSize(3);
        JsonNode access = jo.http().get(world.p()).is(200).json().get("access");
        assertThat(access.get("role").asString()).isEqualTo("editor");
        assertThat(access.get("models").get(0).asString()).isEqualTo("authors");
        assertThat(jo.http()
                        .get(w + "/projects/" + second)
                        .json()
                        .at("/access/role")
                        .asString())
                .isEqualTo("viewer");
        jo.http().post(world.p() + "/content/posts", Map.of("data", Map.of())).is(403);
    }

    @Test
    void aDeletedProjectIsGoneAndItsRepositoryStays() {
        create("starters/blank", "gone");
        String id = connect(Map.of("repoFullName", "ada/gone", "name", "Gone"))
                .json()
                .get("id")
                .asString();

        world.bo().http().delete(world.p()).is(403);
        world.nobody().http().delete(world.p()).is(404);
        JsonNode deleted =
                world.ada().http().delete(w + "/projects/" + id).is(200).json();

        assertThat(deleted.get("deleted").asBoolean()).isTrue();
        world.ada().http().get(w + "/projects/" + id).is(404);
        connect(Map.of("repoFullName", "ada/gone", "name", "Back")).is(200);
    }

    @Test
    void aRemovedColleagueHasNoProjectLeft() {
        Person ivy = colleague("ivy");
        add(Map.of("userId", ivy.id(), "role", "viewer"));
        String memberId = "";
        for (JsonNode member : world.ada().http().get(w + "/members").is(200).json()) {
            if (member.path("user_id").asString("").equals(ivy.id())) {
                memberId = member.get("id").asString();
            }
        }

        world.ada().http().delete(w + "/members/" + memberId).is(200);

        ivy.http().get(world.p()).is(404);
        world.ada()
                .http()
                .post(w + "/members", Map.of("email", ivy.email(), "role", "member"))
                .is(200);
        ivy.http().get(world.p()).is(403);
    }

    @Test
    void theFreePlanConnectsNothingAndDropsListsOfModels() {
        try (TestApp free = TestApp.start(Map.of("CMS_DEFAULT_PLAN", "free"))) {
            Person ada = Person.signIn(free.url(), "ada@example.com");
            ada.http()
                    .post(
                            "/api/workspaces/" + ada.primaryWorkspace() + "/projects",
                            Map.of("repoFullName", "ada/x", "name", "x"))
                    .is(403);
        }
        try (TestApp starter = TestApp.start(Map.of("CMS_DEFAULT_PLAN", "starter"))) {
            Person ada = Person.signIn(starter.url(), "ada@example.com");
            String workspaceId = ada.primaryWorkspace();
            String projectId = World.connect(ada, workspaceId, "starters/blog", "blog");
            JsonNode member = ada.http()
                    .post(
                            "/api/workspaces/" + workspaceId + "/projects/" + projectId + "/members",
                            Map.of(
                                    "email",
                                    "bo@example.com",
                                    "role",
                                    "editor",
                                    "specificModels",
                                    true,
                                    "allowedModels",
                                    List.of("posts")))
                    .is(200)
                    .json();
            assertThat(member.get("specific_models").asBoolean()).isFalse();
            assertThat(member.get("allowed_models").size()).isZero();
        }
    }

    private static Person colleague(String name) {
        world.ada().http().post(w + "/members", Map.of("email", name + "@example.com", "role", "member"));
        Person person = Person.signIn(app.url(), name + "@example.com", "web_identity");
        person.http().get("/api/auth/me").is(200);
        return person;
    }

    private static JsonNode add(Map<String, ?> body) {
        return world.ada().http().post(world.p() + "/members", body).is(200).json();
    }

    private static void create(String template, String name) {
        world.ada()
                .http()
                .post(
                        "/api/git_host/create-from-template",
                        Map.of("workspaceId", world.workspaceId(), "templateRepo", template, "name", name))
                .is(200);
    }

    private static Reply connect(Map<String, ?> body) {
        return world.ada().http().post(w + "/projects", body);
    }

    private static List<String> ids(Person person) {
        return person.http()
                .get(w + "/projects")
                .is(200)
                .json()
                .valueStream()
                .map(project -> project.get("id").asString())
                .toList();
    }
}
