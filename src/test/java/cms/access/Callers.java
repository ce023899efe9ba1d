package cms.access;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Everybody who knocks at the door in {@code access/matrix.txt}, and the world that they know of. */
final class Callers {
    static final String INVITED = "invited@example.com";

    private final TestApp app;
    private final World world;
    private final Map<String, Http> clients = new HashMap<>();
    private final Map<String, String> secrets = new HashMap<>();
    private final Map<String, String> userIds = new HashMap<>();
    private final Map<String, String> parameters = new HashMap<>();
    private final Map<String, Deque<Http>> spare = new HashMap<>();
    private String invitation = "";

    Callers(TestApp app) {
        this.app = app;
        Http expired = cookie(signIn("ada@example.com", "git_host"));
        app.clock().advance(Duration.ofDays(8));
        this.world = World.blog(app);
        app.clock().advance(Duration.ofMinutes(1));
        nobodies(expired);
        colleagues();
        outsiders();
        keys();
    }

    World world() {
        return world;
    }

    /** A client that sends what the caller has. */
    Http client(String caller) {
        return clients.get(caller);
    }

    /** Everybody who is a person with an account. */
    Set<String> people() {
        return userIds.keySet();
    }

    String userId(String caller) {
        return Objects.requireNonNull(userIds.get(caller));
    }

    /** A session of the same person that may end. */
    Http spare(String caller) {
        return spare.get(caller).pop();
    }

    /** What the caller would give to Git as password. */
    String secret(String caller) {
        return secrets.getOrDefault(caller, "nothing");
    }

    /** What stands for each path parameter. */
    Map<String, String> parameters() {
        return parameters;
    }

    /** Makes sure that the invited person's invitation is still pending. */
    void inviteAgain() {
        if (invitation.isEmpty()) {
            invitation = owner().post(w() + "/members", Map.of("email", INVITED, "role", "member"))
                    .is(200)
                    .json()
                    .get("id")
                    .asString();
        }
        world.app()
                .doors()
                .rows()
                .writing(tx -> tx.update("UPDATE workspace_members SET accepted_at = NULL WHERE id = :id")
                        .bind("id", invitation)
                        .execute());
    }

    /** A project that may go. */
    String victim(String name) {
        String repository = owner().post(
                        "/api/git_host/create-from-template",
                        Map.of("workspaceId", world.workspaceId(), "templateRepo", "starters/blank", "name", name))
                .is(200)
                .json()
                .get("fullName")
                .asString();
        return owner().post(w() + "/projects", Map.of("repoFullName", repository, "name", name))
                .is(200)
                .json()
                .get("id")
                .asString();
    }

    private void nobodies(Http expired) {
        clients.put("anonymous", new Http(app.url()));
        clients.put("expired-cookie", expired);
        Http good = cookie(world.ada());
        String sealed = sealed(world.ada());
        char other = sealed.charAt(sealed.length() - 10) == 'A' ? 'B' : 'A';
        String forged = sealed.substring(0, sealed.length() - 10) + other + sealed.substring(sealed.length() - 9);
        clients.put("forged-cookie", withCookie(forged));
        clients.put("truncated-cookie", withCookie(sealed.substring(0, sealed.length() / 2)));
        String revoked = sealed(world.ada());
        withCookie(revoked).post("/api/auth/logout").is(200);
        clients.put("revoked-cookie", withCookie(revoked));
        Person ended = again(world.ada());
        ended.http().post("/api/auth/logout").is(200);
        put("ended-token", ended);
        Person deleted = signIn("deleted@example.com", "git_host");
        deleted.http().delete("/api/profile").is(200);
        put("deleted-account", deleted);
        clients.put("refresh-token", new Http(app.url()).bearer(world.ada().refreshToken()));
        secrets.put("refresh-token", world.ada().refreshToken());
        person("owner-token", world.ada());
        clients.put("owner-cookie", good);
        secrets.put("owner-cookie", world.ada().token());
        spare.put("owner-cookie", new ArrayDeque<>(List.of(cookie(world.ada()))));
    }

    private void colleagues() {
        person("editor", world.bo());
        person("reviewer", world.cy());
        person("viewer", world.dee());
        Person limited = join("limited", "member", "web_identity");
        owner().post(
                        world.p() + "/members",
                        Map.of(
                                "userId",
                                limited.id(),
                                "role",
                                "editor",
                                "specificModels",
                                true,
                                "allowedModels",
                                List.of("authors")))
                .is(200);
        person("limited-editor", limited);
        person("admin", join("anna", "admin", "git_host"));
        person("web-admin", join("wes", "admin", "web_identity"));
        person("member", join("al", "member", "git_host"));
        Person removed = join("rupert", "member", "git_host");
        String membership = owner().post(world.p() + "/members", Map.of("userId", removed.id(), "role", "editor"))
                .is(200)
                .json()
                .get("id")
                .asString();
        owner().delete(world.p() + "/members/" + membership).is(200);
        person("removed-project-member", removed);
        person("invited", signIn(INVITED, "web_identity"));
    }

    private void outsiders() {
        person("stranger", world.nobody());
        Person tenant = signIn("tess@example.net", "git_host");
        String theirs = tenant.primaryWorkspace();
        parameters.put("entryId", "none");
        parameters.put("foreignWorkspaceId", theirs);
        parameters.put("foreignProjectId", World.connect(tenant, theirs, "starters/blog", "theirs"));
        person("tenant", tenant);
        Person gone = join("gus", "member", "git_host");
        owner().post(world.p() + "/members", Map.of("userId", gone.id(), "role", "editor"))
                .is(200);
        owner().delete(w() + "/members/" + memberId(gone)).is(200);
        person("removed-member", gone);
    }

    private void keys() {
        String p = world.p();
        owner().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        owner().events("POST", p + "/cdn/builds/trigger", null).rest();
        key("live-key", mint(world.ada(), p, "site").get("key").asString());
        JsonNode dead = mint(world.ada(), p, "dead");
        owner().delete(p + "/cdn/keys/" + dead.get("id").asString()).is(200);
        key("revoked-live-key", dead.get("key").asString());
        Http tenant = client("tenant");
        String theirs = "/api/workspaces/" + parameters.get("foreignWorkspaceId") + "/projects/"
                + parameters.get("foreignProjectId");
        tenant.patch(theirs + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        key(
                "foreign-live-key",
                tenant.post(theirs + "/cdn/keys", Map.of("name", "theirs"))
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
        owner().patch(p + "/config", Map.of("workflow", "review")).is(200);
        String branch = world.bo()
                .http()
                .post(
                        p + "/content/posts",
                        Map.of("data", Map.of("aaaabbbbcccc", Map.of("title", "Waits", "slug", "waits"))))
                .is(200)
                .json()
                .get("branch")
                .asString();
        parameters.put("submissionId", "none");
        parameters.put("webhookId", "none");
        parameters.put("assetId", "none");
        parameters.put("uploadId", "none");
        parameters.put(
                "setupState",
                owner().get("/api/git_host/installations/available?workspaceId=" + world.workspaceId())
                        .is(200)
                        .json()
                        .get("state")
                        .asString());
        parameters.put("deliveryId", "none");
        parameters.put("conversationId", "none");
        parameters.putAll(Map.of(
                "workspaceId", world.workspaceId(),
                "projectId", world.projectId(),
                "memberId", memberId(world.dee()),
                "keyId", "none",
                "modelId", "posts",
                "branch", branch,
                "installationId",
                        owner().get("/api/git_host/installations/available?workspaceId=" + world.workspaceId())
                                .is(200)
                                .json()
                                .at("/installations/0/id")
                                .asString(),
                "repository",
                        owner().get(p).is(200).json().get("repo_full_name").asString()));
    }

    private Person join(String name, String role, String provider) {
        owner().post(w() + "/members", Map.of("email", name + "@example.com", "role", role))
                .is(200);
        Person person = signIn(name + "@example.com", provider);
        person.http().get("/api/auth/me").is(200);
        return person;
    }

    private String memberId(Person person) {
        return owner().get(w() + "/members")
                .is(200)
                .json()
                .valueStream()
                .filter(member -> member.get("user_id").asString("").equals(person.id()))
                .map(member -> member.get("id").asString())
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode mint(Person person, String p, String name) {
        return person.http().post(p + "/cdn/keys", Map.of("name", name)).is(200).json();
    }

    private void key(String caller, String key) {
        clients.put(caller, new Http(app.url()).bearer(key));
        secrets.put(caller, key);
    }

    private void person(String caller, Person person) {
        userIds.put(caller, person.id());
        put(caller, person);
        spare.put(caller, new ArrayDeque<>(List.of(again(person).http())));
    }

    private void put(String caller, Person person) {
        clients.put(caller, person.http());
        secrets.put(caller, person.token());
    }

    private Person signIn(String email, String provider) {
        app.clock().advance(Duration.ofSeconds(7));
        return Person.signIn(app.url(), email, provider);
    }

    /** The same person, signed in a second time from the first session. */
    private Person again(Person person) {
        JsonNode tokens = verify(person, Map.of("accessToken", person.token(), "source", "cli"))
                .json()
                .get("tokens");
        String token = tokens.get("accessToken").asString();
        return new Person(
                person.id(),
                person.email(),
                token,
                tokens.get("refreshToken").asString(),
                new Http(app.url()).bearer(token));
    }

    private Http cookie(Person person) {
        return withCookie(sealed(person));
    }

    private String sealed(Person person) {
        String cookie = verify(person, Map.of("accessToken", person.token())).header("Set-Cookie");
        return cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    }

    private Reply verify(Person person, Map<String, String> body) {
        app.clock().advance(Duration.ofSeconds(7));
        return new Http(person.http().base()).post("/api/auth/verify", body).is(200);
    }

    private Http withCookie(String sealed) {
        return new Http(app.url()).with("Cookie", "cms_session=" + sealed);
    }

    private Http owner() {
        return world.ada().http();
    }

    private String w() {
        return "/api/workspaces/" + world.workspaceId();
    }

    List<String> names() {
        return new ArrayList<>(clients.keySet());
    }
}
