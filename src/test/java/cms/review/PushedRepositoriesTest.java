package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.GitClient.Ended;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A repository comes in by a push to a free name of one's own on the built-in host. */
class PushedRepositoriesTest {
    @TempDir
    Path folder;

    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void aPushToAFreeNameOfOnesOwnMakesTheRepositoryAndItBecomesAProject() {
        GitClient site = site("main");
        site.git("push", "--quiet", world.ada().gitUrl("ada/site"), "main");

        JsonNode repositories = world.ada()
                .http()
                .get("/api/git_host/repos?workspaceId=" + world.workspaceId())
                .is(200)
                .json();
        assertThat(repositories.valueStream().map(one -> one.get("fullName").asString()))
                .contains("ada/site");
        JsonNode project = world.ada()
                .http()
                .post(
                        "/api/workspaces/" + world.workspaceId() + "/projects",
                        Map.of("name", "Site", "repoFullName", "ada/site"))
                .is(200)
                .json();
        assertThat(project.get("default_branch").asString()).isEqualTo("main");
        GitClient again = GitClient.clone(folder, world.ada(), "ada/site");
        assertThat(again.show("HEAD", "README.md")).isEqualTo("# Mine");
    }

    @Test
    void whatIsPushedFirstIsTheDefaultBranchWhateverItIsCalled() {
        GitClient site = site("trunk");
        site.git("push", "--quiet", world.ada().gitUrl("ada/trunk-site"), "trunk");
        GitClient again = GitClient.clone(folder, world.ada(), "ada/trunk-site");
        assertThat(again.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("trunk");
    }

    @Test
    void namesOfOthersAndTokensOfSomeProjectsMakeNothing() {
        GitClient site = site("main");
        assertThat(push(site, world.bo(), "ada/theirs").output())
                .as("somebody else's name is one that does not exist")
                .contains("not found");
        assertThat(push(site, world.bo(), "nobody-at-all/site").output()).contains("not found");
        assertThat(site.attempt("ls-remote", world.ada().gitUrl("ada/unborn")).output())
                .as("reading makes nothing")
                .contains("not found");
        String token = world.ada()
                .http()
                .post(
                        "/api/auth/tokens",
                        Map.of(
                                "name",
                                "narrow",
                                "scopes",
                                List.of("read", "write", "git"),
                                "projects",
                                List.of(world.projectId())))
                .is(200)
                .json()
                .get("token")
                .asString();
        Person narrow = new Person(world.ada().id(), world.ada().email(), token, "", new Http(app.url()));
        assertThat(push(site, narrow, "ada/by-token").output()).contains("not found");
    }

    @Test
    void aNameThatNoRepositoryHasIsRefusedWithWhatToChange() {
        GitClient site = site("main");
        assertThat(push(site, world.ada(), "ada/_mine").output()).contains("begin with a letter");
        assertThat(push(site, world.ada(), "ada/BLOG").output()).contains("already has a repository");
    }

    private static Ended push(GitClient site, Person person, String name) {
        Ended run = site.attempt("push", person.gitUrl(name), "main");
        assertThat(run.code()).isNotZero();
        return run;
    }

    private GitClient site(String branch) {
        GitClient site = GitClient.at(folder);
        site.git("init", "--quiet", "--initial-branch=" + branch);
        site.write("README.md", "# Mine").commit("begin");
        return site;
    }
}
