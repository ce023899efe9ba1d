package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Eventually;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Outbox;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tokens that a build server or an import holds in place of a person's session. */
@Tag("scenario")
@Tag("rows")
class PersonalTokensTest {
    private static final String POST = "{\"data\":{\"aaaabbbbcccc\":{\"title\":\"By token\"}}}";

    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aTokenIsShownOnceAndDoesWhatItsPersonMay() {
        JsonNode made = make(world.bo(), Map.of("name", "Nightly import", "scopes", List.of("read", "write")));
        String text = made.path("token").asString();
        assertThat(text).startsWith(made.path("prefix").asString()).hasSize(48);

        with(text).post(world.p() + "/content/posts", Json.parse(POST)).is(200);
        with(text).get("/api/auth/me").is(200);
        JsonNode listed = world.bo().http().get("/api/auth/tokens").is(200).json();
        assertThat(listed).hasSize(1);
        assertThat(listed.at("/0/lastUsedAt").isNull()).isFalse();
        assertThat(listed.toString()).doesNotContain(text);
        JsonNode history = world.bo().http().get(world.p() + "/history").is(200).json();
        assertThat(history.at("/history/0").toString())
                .contains("access_token:" + made.path("id").asString());

        with(text).patch(world.p() + "/config", Map.of("workflow", "review")).is(403);
        assertThat(world.cy().http().get("/api/auth/tokens").is(200).json()).isEmpty();
    }

    @Test
    void aScopeCoversItsOwnKindOfCallAndNoTokenReachesTheAccount() {
        String reading = token(world.ada(), "read");
        with(reading).get(world.p() + "/brain/sync").is(200);
        with(reading).post(world.p() + "/content/posts", Json.parse(POST)).is(403);
        String setup = "/api/git_host/setup?setup_action=request&state=" + world.workspaceId();
        with(reading).get(setup).is(403);
        with(token(world.ada(), "write")).get(setup).is(302);
        String git = token(world.ada(), "git");
        with(git).get(world.p() + "/brain/sync").is(403);

        String writing = token(world.ada(), "read", "write", "git");
        for (String path : List.of("/api/auth/tokens", "/api/profile/owned-workspaces")) {
            with(writing).get(path).is(403);
        }
        with(writing)
                .post("/api/auth/tokens", Map.of("name", "child", "scopes", List.of("write")))
                .is(403);
        with(writing).post("/api/auth/logout").is(403);
        with(writing).delete("/api/profile").is(403);
        new Http(app.url())
                .post("/api/auth/verify", Map.of("accessToken", writing, "source", "cli"))
                .is(401);
    }

    @Test
    void aTokenForSomeProjectsReachesNoOther() {
        JsonNode here = make(
                world.ada(),
                Map.of(
                        "name",
                        "one",
                        "scopes",
                        List.of("read", "write", "git"),
                        "projects",
                        List.of(world.projectId())));
        String token = here.path("token").asString();
        String other = World.connect(world.ada(), world.workspaceId(), "starters/blank", "other");
        String others = world.p().replace(world.projectId(), other);

        with(token).get(world.p() + "/models").is(200);
        JsonNode unknown = with(token)
                .get(world.p().replace(world.projectId(), "00000000-0000-4000-8000-000000000000") + "/models")
                .is(404)
                .json();
        assertThat(with(token).get(others + "/models").is(404).json()).isEqualTo(unknown);
        JsonNode log = with(token)
                .get(world.p() + "/activity?limit=100")
                .is(200)
                .json()
                .path("data");
        assertThat(log.valueStream().map(entry -> entry.path("recordId").asString("")))
                .contains(world.projectId())
                .doesNotContain(other, world.workspaceId());
        with(token).get("/api/workspaces").is(403);
        with(token).get("/api/workspaces/" + world.workspaceId() + "/projects").is(403);
        with(token).get("/api/auth/me").is(200);
    }

    @Test
    void gitTakesATokenWithItsScopeAsThePassword(@TempDir Path folder) {
        String repository = world.repository();
        String other = World.connect(world.ada(), world.workspaceId(), "starters/blank", "other");
        String otherRepository = world.ada()
                .http()
                .get(world.p().replace(world.projectId(), other))
                .is(200)
                .json()
                .path("repo_full_name")
                .asString();
        JsonNode made = make(
                world.ada(), Map.of("name", "ci", "scopes", List.of("git"), "projects", List.of(world.projectId())));
        Person robot = new Person(
                world.ada().id(),
                "ada@example.com",
                made.path("token").asString(),
                "",
                world.ada().http());
        GitClient clone = GitClient.clone(folder, robot, repository);
        clone.git("commit", "--quiet", "--allow-empty", "--message", "A note");
        clone.git("push", "--quiet", "origin", "HEAD");

        GitClient anywhere = GitClient.at(folder);
        assertThat(anywhere.attempt("ls-remote", robot.gitUrl(otherRepository)).code())
                .isNotZero();
        Person reader =
                new Person(world.ada().id(), "ada@example.com", token(world.ada(), "read", "write"), "", robot.http());
        assertThat(anywhere.attempt("ls-remote", reader.gitUrl(repository)).code())
                .isNotZero();
    }

    @Test
    void aTokenEndsWithItsTimeByRevocationAndWithItsPerson() {
        JsonNode made = make(world.bo(), Map.of("name", "short", "scopes", List.of("read"), "expiresInDays", 1));
        String brief = made.path("token").asString();
        JsonNode ended = make(world.bo(), Map.of("name", "ended", "scopes", List.of("read")));
        String revoked = ended.path("token").asString();
        String left = token(world.bo(), "read");
        with(revoked).get("/api/auth/me").is(200);

        String id = ended.path("id").asString();
        world.cy().http().delete("/api/auth/tokens/" + id).is(404);
        world.bo().http().delete("/api/auth/tokens/" + id).is(200);
        with(revoked).get("/api/auth/me").is(401);

        app.clock().advance(Duration.ofHours(25));
        with(brief).get("/api/auth/me").is(401);
        Person again = Person.signIn(app.url(), "bo@example.com", "web_identity");
        with(left).get("/api/auth/me").is(200);
        again.http().delete("/api/profile").is(200);
        with(left).get("/api/auth/me").is(401);
    }

    @Test
    void whoseRightsEndHasATokenThatMayNoMore() {
        String token = token(world.bo(), "read", "write");
        with(token).get(world.p() + "/models").is(200);
        world.ada().http().get(world.p() + "/members").is(200).json().forEach(member -> {
            if (member.path("user_id").asString().equals(world.bo().id())) {
                world.ada()
                        .http()
                        .delete(world.p() + "/members/" + member.path("id").asString())
                        .is(200);
            }
        });
        with(token).get(world.p() + "/models").is(403);
    }

    @Test
    void whatCannotBeIsRefusedWithASentence() {
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("scopes", List.of("read")),
                Map.of("name", "x"),
                Map.of("name", "x", "scopes", List.of()),
                Map.of("name", "x", "scopes", List.of("admin")),
                Map.of("name", "x".repeat(101), "scopes", List.of("read")),
                Map.of("name", "a\nb", "scopes", List.of("read")),
                Map.of("name", "x", "scopes", List.of("read"), "expiresInDays", 367),
                Map.of("name", "x", "scopes", List.of("read"), "expiresInDays", 0),
                Map.of("name", "x", "scopes", List.of("read"), "expiresAt", "tomorrow"),
                Map.of("name", "x", "scopes", List.of("read"), "expiresAt", "2020-01-01T00:00:00Z"),
                Map.of("name", "x", "scopes", List.of("read"), "projects", List.of("../x")))) {
            world.ada().http().post("/api/auth/tokens", wrong).is(400);
        }
        assertThat(world.ada().http().get("/api/auth/tokens").is(200).json()).isEmpty();
        with("cms_pat_" + "x".repeat(40)).get("/api/auth/me").is(401);
    }

    @Test
    void whoSendsAnotherKindOfCredentialReadsWhatToSend() {
        Http nobody = new Http(app.url());
        assertThat(said(nobody)).startsWith("Sign in first: this request carries no valid session");
        for (String other : List.of("Token abc", "cms_pat_abc", "Basic YTpi")) {
            assertThat(said(nobody.with("Authorization", other)))
                    .contains("takes Bearer here")
                    .doesNotContain("abc");
        }
        for (String key : List.of("cms_live_abc", "cms_mcp_abc", "cms_conv_abc")) {
            assertThat(said(nobody.with("Authorization", "bearer  " + key)))
                    .startsWith("A key of a project is not good here")
                    .doesNotContain("abc");
        }
        assertThat(said(nobody.with("Authorization", "Bearer cms_pat_abc")))
                .startsWith("This access token is not known or has ended");
    }

    private static String said(Http caller) {
        return caller.get("/api/workspaces").is(401).json().get("message").asString();
    }

    @Test
    void thePersonHearsOfATokenByMail() {
        token(world.ada(), "git");
        Outbox outbox = new Outbox(new Http(app.url()));
        Eventually.eventually(
                "a mail about the token",
                () -> outbox.messagesTo("ada@example.com").stream()
                        .anyMatch(mail -> mail.subject().startsWith("A token was made")));
    }

    private static JsonNode make(Person person, Map<String, Object> wanted) {
        return person.http().post("/api/auth/tokens", wanted).is(200).json();
    }

    private static String token(Person person, String... scopes) {
        return make(person, Map.of("name", "some", "scopes", List.of(scopes)))
                .path("token")
                .asString();
    }

    private Http with(String token) {
        return new Http(app.url()).bearer(token);
    }
}
