package cms.attacks;

import cms.testing.Eventually;
import cms.testing.GitClient;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The service that is attacked, and who attacks it: somebody with an account, a workspace, and published projects.
 *
 * @param service a process with the flags of {@code ./cms}
 * @param eve may do everything in her own workspace
 * @param folder for her clones
 */
record Target(ServiceProcess service, Person eve, Path folder) {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** A project of hers that is delivered, with a clone of it. */
    record Project(String p, String repository, GitClient git) {}

    Project project() {
        String workspace = eve.primaryWorkspace();
        String id = World.connect(eve, workspace, "starters/blog", "victim" + NUMBER.incrementAndGet());
        String p = "/api/workspaces/" + workspace + "/projects/" + id;
        eve.http().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        String repository =
                eve.http().get(p).is(200).json().get("repo_full_name").asString();
        return new Project(p, repository, GitClient.clone(folder, eve, repository));
    }

    /** Somebody whom she has invited, without a role in the project. */
    Person member(String name) {
        String workspace = eve.primaryWorkspace();
        String email = name + "@example.com";
        eve.http()
                .post("/api/workspaces/" + workspace + "/members", Map.of("email", email, "role", "member"))
                .is(200);
        Person member = Person.signIn(service.url(), email, "web_identity");
        member.http().get("/api/auth/me").is(200);
        return member;
    }

    /** What is kept of them goes with them. */
    void deleteProjects() {
        String projects = "/api/workspaces/" + eve.primaryWorkspace() + "/projects";
        eve.http()
                .get(projects)
                .is(200)
                .json()
                .forEach(project -> eve.http()
                        .delete(projects + "/" + project.get("id").asString())
                        .is(200));
    }

    /**
     * What she reads of content. A reading that finds no room within ten seconds is answered 503, and she comes again
     * as that answer tells her to; every other answer than 200 fails the attack.
     */
    static Reply read(Person eve, String path) {
        AtomicReference<Reply> last = new AtomicReference<>();
        Eventually.eventually(path + " is read", () -> {
            last.set(eve.http().get(path));
            return last.get().status() != 503;
        });
        return last.get().is(200);
    }

    static void write(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
