package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Browser;
import cms.testing.Eventually;
import cms.testing.Http;
import cms.testing.Outbox;
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

/** A service that comes without the enterprise part from now on: fewer rooms, never more rights. */
@Tag("scenario")
class CommunityTest {
    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        app.restart(Map.of("CMS_EDITION", "community", "CMS_DEPLOYMENT", "self-hosted"));
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void theRoomsOfTheEnterprisePartSayThatTheyAreNotHere() {
        Map<String, Integer> expected = Map.of(
                "/cdn/settings", 403,
                "/cdn/keys", 403,
                "/cdn/builds/trigger", 403,
                "/conversation-keys", 403,
                "/webhooks/some/deliveries", 403,
                "/media", 503,
                "/media/some/preview", 503);
        expected.forEach((path, status) -> {
            for (String method : new String[] {"GET", "POST", "PATCH", "DELETE"}) {
                assertThat(status(world.ada(), method, world.p() + path))
                        .as(method + path)
                        .isEqualTo(status);
                assertThat(new Browser(app).send(method, world.p() + path, null).status())
                        .isEqualTo(401);
            }
        });
        assertThat(world.ada().http().get(world.p() + "/media").header("Retry-After"))
                .isEmpty();
        String keys = "/api/workspaces/" + world.workspaceId() + "/ai-keys";
        assertThat(status(world.ada(), "GET", keys)).isEqualTo(403);
        Browser keyed = new Browser(app).with("Authorization", "Bearer cms_live_x");
        assertThat(keyed.get("/api/cdn/v1/" + world.projectId() + "/_manifest.json")
                        .status())
                .isEqualTo(403);
        assertThat(keyed.get("/api/conversation/v1/" + world.projectId() + "/history")
                        .status())
                .isEqualTo(403);
        assertThat(keyed.get("/api/media/v1/" + world.projectId() + "/assets").status())
                .isEqualTo(503);
    }

    @Test
    void reviewersAndViewersStayWhatTheyAre() {
        String save = world.p() + "/content/authors";
        Map<String, ?> body = Map.of("data", Map.of("a1b2c3d4e5f6", Map.of("name", "Ada")));
        world.cy().http().post(save, body).is(403);
        world.dee().http().post(save, body).is(403);
        world.nobody().http().post(save, body).is(404);
        world.bo().http().post(save, body).is(200);
        world.dee().http().get(world.p() + "/brain/sync").is(200);
        assertThat(world.cy().http().get(world.p()).json().at("/access/role").asString())
                .isEqualTo("reviewer");
        String members = world.p() + "/members";
        world.ada()
                .http()
                .post(members, Map.of("userId", world.bo().id(), "role", "viewer"))
                .is(403);
        assertThat(world.ada()
                        .http()
                        .get("/api/workspaces")
                        .json()
                        .get(0)
                        .get("plan")
                        .asString())
                .isEqualTo("community");
    }

    @Test
    void colleaguesAreInvitedWithoutASeatLimitAndTheLogIsKept() {
        String w = "/api/workspaces/" + world.workspaceId();
        for (int number = 0; number < 30; number++) {
            world.ada()
                    .http()
                    .post(w + "/members", Map.of("email", "p" + number + "@example.com", "role", "member"))
                    .is(200);
        }
        app.clock().advance(Duration.ofMinutes(2));
        Person first = Person.signIn(app.url(), "p0@example.com", "web_identity");
        first.http().get(w).is(200);
        first.http().get(world.p()).is(403);
        JsonNode member = world.ada()
                .http()
                .post(world.p() + "/members", Map.of("userId", first.id(), "role", "editor", "specificModels", true))
                .is(200)
                .json();
        assertThat(member.get("specific_models").asBoolean()).isFalse();
        first.http().get(world.p()).is(200);
        world.ada()
                .http()
                .delete(world.p() + "/members/" + member.get("id").asString())
                .is(200);
        JsonNode log = first.http().get(w).json();
        assertThat(log.get("plan").asString()).isEqualTo("community");
        JsonNode activity = world.ada()
                .http()
                .get(world.p() + "/activity?action=delete_project_member&sort=newest")
                .is(200)
                .json();
        assertThat(activity.get("total").asInt()).isEqualTo(1);
        assertThat(activity.at("/data/0/recordId")).isEqualTo(member.get("id"));
        assertThat(activity.at("/data/0/actor").asString())
                .isEqualTo(world.ada().id());
    }

    @Test
    void aMailedLinkSignsInByACodeOnTheCallbackPage() {
        app.clock().advance(Duration.ofMinutes(2));
        Http nobody = new Http(app.url());
        nobody.post("/api/auth/magic-link", Map.of("email", "ada@example.com", "redirectTo", "/auth/callback"))
                .is(200);
        Outbox outbox = new Outbox(nobody);
        Eventually.eventually(
                "the mail",
                () -> outbox.messages().stream()
                        .anyMatch(message -> message.subject().equals("Your sign-in link")));
        String link = outbox.messages().stream()
                .filter(message -> message.subject().equals("Your sign-in link"))
                .findFirst()
                .orElseThrow()
                .links()
                .getFirst();
        assertThat(link).startsWith(app.url() + "/auth/callback?code=");
        String code = link.substring(link.indexOf("code=") + 5);
        assertThat(nobody.post("/api/auth/verify", Map.of("code", code))
                        .is(200)
                        .json()
                        .at("/user/email")
                        .asString())
                .isEqualTo("ada@example.com");
        nobody.post("/api/auth/verify", Map.of("code", code)).is(403);
    }

    @Test
    void routesOfManagedDeploymentsAreNotThere() {
        Browser nobody = new Browser(app);
        assertThat(nobody.get("/api/auth/oauth/git_host").status()).isEqualTo(404);
        assertThat(nobody.get("/api/auth/oauth/nonsense").status()).isEqualTo(404);
        assertThat(nobody.get("/api/auth/magic/verify?token=x").status()).isEqualTo(404);
    }

    private static int status(Person by, String method, String path) {
        return new Browser(app)
                .with("Authorization", "Bearer " + by.token())
                .send(method, path, null)
                .status();
    }
}
