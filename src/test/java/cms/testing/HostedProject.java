package cms.testing;

import static cms.testing.Eventually.eventually;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A blog in a repository of a remote host, which several instances can serve.
 *
 * @param ada owns the workspace
 * @param p the path of the project's routes
 */
public record HostedProject(Person ada, String workspaceId, String projectId, String p) {
    /** The repository on the host. */
    public static final String REPOSITORY = "team/site";

    /** A host whose repositories Git can reach, both below a folder. */
    public static StandInHost reachable(Path folder, RemoteGit git) {
        StandInHost host = StandInHost.in(folder);
        host.git = Optional.of(URI.create(git.url()));
        host.gitPassword = "first-token";
        return host;
    }

    /** Signs ada in at an instance and connects her repository, up to the branch of content on the host. */
    public static HostedProject connect(StandInHost host, RemoteGit git, URI instance) {
        return connect(host, git, instance, workspaceId -> {});
    }

    /** @param made is told the id of her workspace before it has a project, so that a plan can allow one */
    public static HostedProject connect(StandInHost host, RemoteGit git, URI instance, Consumer<String> made) {
        host.world.install("team", "ada");
        host.world.create(REPOSITORY, HostWorld.starter());
        return join(host, git, instance, made);
    }

    /** As {@link #connect}, of the repository that stands there already, at a service that hears of no other. */
    public static HostedProject join(StandInHost host, RemoteGit git, URI instance) {
        return join(host, git, instance, workspaceId -> {});
    }

    private static HostedProject join(StandInHost host, RemoteGit git, URI instance, Consumer<String> made) {
        HostWorld.Installed installed =
                host.world.installations.values().iterator().next();
        Person ada = host.signIn(instance, "ada");
        String workspaceId = made(ada.http(), "/api/workspaces", Map.of("name", "Team", "slug", "team"));
        made.accept(workspaceId);
        ada.http()
                .post(
                        "/api/git_host/installations/connect",
                        Map.of("workspaceId", workspaceId, "installationId", installed.id))
                .is(200);
        String projects = "/api/workspaces/" + workspaceId + "/projects";
        String projectId = made(ada.http(), projects, Map.of("repoFullName", REPOSITORY, "name", "Site"));
        eventually(
                "the branch of content is on the host",
                () -> !git.tip(REPOSITORY, "cms").isEmpty());
        return new HostedProject(ada, workspaceId, projectId, projects + "/" + projectId);
    }

    /** The same project at another instance, once that one has its repository. */
    public HostedProject at(URI instance) {
        Person there = ada.at(instance);
        eventually(
                "the other instance has the repository",
                () -> there.http().get(p + "/brain/sync").status() == 200);
        return new HostedProject(there, workspaceId, projectId, p);
    }

    private static String made(Http http, String path, Map<String, Object> body) {
        return http.post(path, body).is(200).json().get("id").asString();
    }
}
