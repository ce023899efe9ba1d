package cms.testing;

import java.net.URI;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A blog that ada owns, with the rest of the cast: bo edits, cy reviews, dee views; nobody is a stranger.
 *
 * @param p the path of the project, {@code /api/workspaces/<id>/projects/<id>}
 */
public record World(
        TestApp app,
        Person ada,
        Person bo,
        Person cy,
        Person dee,
        Person nobody,
        String workspaceId,
        String projectId,
        String p) {

    /** Everybody has signed in, and a fresh repository made from {@code starters/blog} is connected. */
    public static World blog(TestApp app) {
        return app.copiedBlog().orElseGet(() -> made(app));
    }

    /** The same world in a copy of its data folder. */
    World at(TestApp other) {
        URI url = other.url();
        return new World(
                other, ada.at(url), bo.at(url), cy.at(url), dee.at(url), nobody.at(url), workspaceId, projectId, p);
    }

    static World made(TestApp app) {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        String workspaceId = ada.primaryWorkspace();
        String projectId = connect(ada, workspaceId, "starters/blog", "blog");
        return new World(
                app,
                ada,
                member(app, ada, workspaceId, projectId, "bo", "editor"),
                member(app, ada, workspaceId, projectId, "cy", "reviewer"),
                member(app, ada, workspaceId, projectId, "dee", "viewer"),
                Person.signIn(app.url(), "nobody@example.org"),
                workspaceId,
                projectId,
                "/api/workspaces/" + workspaceId + "/projects/" + projectId);
    }

    /** The full name of its repository. */
    public String repository() {
        return ada.http().get(p).is(200).json().get("repo_full_name").asString();
    }

    /** Gives somebody a role that is good for these models alone. */
    public void narrow(Person person, String role, String... models) {
        ada.http()
                .post(
                        p + "/members",
                        Map.of(
                                "userId",
                                person.id(),
                                "role",
                                role,
                                "specificModels",
                                true,
                                "allowedModels",
                                List.of(models)))
                .is(200);
    }

    /** Connects the owner's installation, makes a repository from a template and a project on it. */
    public static String connect(Person owner, String workspaceId, String template, String name) {
        JsonNode available = owner.http()
                .get("/api/git_host/installations/available?workspaceId=" + workspaceId)
                .is(200)
                .json();
        long installation = available.at("/installations/0/id").asLong();
        owner.http()
                .post(
                        "/api/git_host/installations/connect",
                        Map.of("workspaceId", workspaceId, "installationId", installation))
                .is(200);
        JsonNode repository = owner.http()
                .post(
                        "/api/git_host/create-from-template",
                        Map.of("workspaceId", workspaceId, "templateRepo", template, "name", name))
                .json();
        JsonNode project = owner.http()
                .post(
                        "/api/workspaces/" + workspaceId + "/projects",
                        Map.of("repoFullName", repository.get("fullName").asString(), "name", name))
                .json();
        return project.get("id").asString();
    }

    private static Person member(
            TestApp app, Person ada, String workspaceId, String projectId, String name, String role) {
        String email = name + "@example.com";
        String w = "/api/workspaces/" + workspaceId;
        ada.http().post(w + "/members", Map.of("email", email, "role", "member"));
        Person person = Person.signIn(app.url(), email, "web_identity");
        person.http().get("/api/auth/me").is(200);
        ada.http().post(w + "/projects/" + projectId + "/members", Map.of("userId", person.id(), "role", role));
        return person;
    }
}
