package cms.project;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a person is in a project is read with the session: each right ends and begins with the very next request. */
@Tag("scenario")
@Tag("rows")
class RightsEndTest {
    private static final Map<String, Object> NO_ENTRIES = Map.of("data", Map.of());

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

    /** Shown to fail when what was found is kept for the next request, and when the capability is not asked for. */
    @Test
    void aRoleInAProjectEndsAndBeginsWithTheNextRequest() {
        Person eli = colleague("eli");
        eli.http().get(snapshot()).is(403);
        String row = add(eli, Map.of("role", "viewer"));
        eli.http().get(snapshot()).is(200);
        eli.http().post(world.p() + "/content/posts", NO_ENTRIES).is(403);
        add(eli, Map.of("role", "editor"));
        assertThat(eli.http()
                        .post(world.p() + "/content/posts", NO_ENTRIES)
                        .is(400)
                        .status())
                .as("of an editor the body is looked at")
                .isEqualTo(400);
        world.ada().http().delete(world.p() + "/members/" + row).is(200);
        eli.http().get(snapshot()).is(403);
        eli.http().post(world.p() + "/content/posts", NO_ENTRIES).is(403);
        world.nobody().http().get(snapshot()).is(404);
    }

    @Test
    void theModelsThatSomebodyMaySeeChangeWithTheNextRequest() {
        Person fay = colleague("fay");
        add(fay, Map.of("role", "viewer"));
        String all = fay.http().get(snapshot()).is(200).header("ETag");
        add(fay, Map.of("role", "viewer", "specificModels", true, "allowedModels", new String[] {"authors"}));
        assertThat(fay.http()
                        .with("If-None-Match", all)
                        .get(snapshot())
                        .is(200)
                        .json()
                        .get("models"))
                .hasSize(1);
    }

    @Test
    void aMembershipEndsWithTheNextRequest() {
        Person gus = colleague("gus");
        add(gus, Map.of("role", "viewer"));
        gus.http().get(snapshot()).is(200);
        world.ada().http().delete(w + "/members/" + memberId(gus)).is(200);
        gus.http().get(snapshot()).is(404);
    }

    /** Shown to fail (404) when a request that found waiting invitations does not let them come true first. */
    @Test
    void anInvitationLetsTheVeryNextRequestIn() {
        Person hal = Person.signIn(app.url(), "hal@example.com", "web_identity");
        hal.http().get(snapshot()).is(404);
        world.ada()
                .http()
                .post(w + "/members", Map.of("email", "hal@example.com", "role", "admin"))
                .is(200);
        hal.http().get(snapshot()).is(200);
    }

    @Test
    void aSessionEndsWithTheNextRequest() {
        Person ida = colleague("ida");
        add(ida, Map.of("role", "viewer"));
        ida.http().get(snapshot()).is(200);
        ida.http().post("/api/auth/logout", Map.of()).is(200);
        ida.http().get(snapshot()).is(401);
        new Http(app.url()).get(snapshot()).is(401);
    }

    /** Shown to fail (200) without the look at whose project it is. */
    @Test
    void aProjectIsReadThroughItsOwnWorkspaceAloneAndNotAfterItsEnd() {
        String project = World.connect(world.ada(), world.workspaceId(), "starters/blog", "passing");
        String other = world.ada()
                .http()
                .post("/api/workspaces", Map.of("name", "Other", "slug", "rights-other"))
                .is(200)
                .json()
                .get("id")
                .asString();
        String path = "/projects/" + project + "/brain/sync";
        world.ada().http().get(w + path).is(200);
        world.ada().http().get("/api/workspaces/" + other + path).is(404);
        world.ada().http().delete(w + "/projects/" + project).is(200);
        world.ada().http().get(w + path).is(404);
    }

    private static String snapshot() {
        return world.p() + "/brain/sync";
    }

    private static Person colleague(String name) {
        world.ada()
                .http()
                .post(w + "/members", Map.of("email", name + "@example.com", "role", "member"))
                .is(200);
        Person person = Person.signIn(app.url(), name + "@example.com", "web_identity");
        person.http().get("/api/auth/me").is(200);
        return person;
    }

    private static String add(Person person, Map<String, ?> role) {
        var body = new java.util.HashMap<String, Object>(role);
        body.put("userId", person.id());
        return world.ada()
                .http()
                .post(world.p() + "/members", body)
                .is(200)
                .json()
                .get("id")
                .asString();
    }

    private static String memberId(Person person) {
        for (JsonNode member : world.ada().http().get(w + "/members").is(200).json()) {
            if (member.path("user_id").asString("").equals(person.id())) {
                return member.get("id").asString();
            }
        }
        throw new AssertionError("no such member");
    }
}
