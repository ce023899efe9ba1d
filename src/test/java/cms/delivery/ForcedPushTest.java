package cms.delivery;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A forced push emptied a live site within seconds while Git said that it waited. */
class ForcedPushTest {
    private static final String HOME = "content/home/en.json";
    private static final String CONFIG = ".cms/config.json";

    @TempDir
    Path folder;

    private TestApp app;
    private World world;
    private Website site;
    private GitClient clone;

    @BeforeEach
    void deliver() {
        app = TestApp.start();
        world = World.blog(app);
        site = Website.of(world);
        clone = GitClient.clone(folder, world.ada(), world.repository());
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void isRefusedUnlessTheOwnerAllowsIt() {
        anotherHistory();
        var refused = clone.attempt("push", "--force", "origin", "main");
        assertThat(refused.code()).isNotZero();
        assertThat(refused.output()).contains("only moves forward", "allow_force_pushes");
        world.bo().http().patch(world.p(), Map.of("allow_force_pushes", true)).is(403);
        allow();
        assertThat(clone.attempt("push", "--force", "origin", "main").code()).isZero();
    }

    @Test
    void leavesReadersTheLastReleaseUntilSomebodyHasDecided() {
        String before = site.commit();
        String home = site.get(HOME).is(200).text();
        allow();
        anotherHistory();

        String said = clone.attempt("push", "--force", "origin", "main").output();

        assertThat(said).contains("clashes with cms", "what is delivered stays as it was");
        eventually("a build that says why", app, () -> newestBuild().contains("does not contain what is published"));
        assertThat(site.commit()).isEqualTo(before);
        assertThat(site.get(HOME).is(200).text()).isEqualTo(home);
        Reply save = world.bo()
                .http()
                .post(world.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "Waits")))
                .is(200);
        assertThat(save.json().get("defaultBranch").asString()).isEqualTo("diverged");
        JsonNode health = world.ada().http().get(world.p() + "/health").is(200).json();
        assertThat(health.get("healthScore").asInt()).isLessThan(score);
        assertThat(health.toString()).contains("push_conflict");

        String parked = parked();
        world.cy()
                .http()
                .post(world.p() + "/branches/" + parked.replace("/", "%2F") + "/reject")
                .is(200);
        eventually(
                "the default branch follows again",
                app,
                () -> site.get(HOME).text().contains("Waits"));
        Reply after = world.bo()
                .http()
                .post(world.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "Lands")))
                .is(200);
        assertThat(after.json().has("defaultBranch")).isFalse();
    }

    @Test
    void aDefaultBranchThatHasLostItsConfigurationIsNotReleased() {
        String before = site.commit();
        clone.git("rm", "--quiet", "-r", ".cms");
        clone.commit("without content");
        clone.git("push", "--quiet", "origin", "main");
        eventually("a build that says why", app, () -> newestBuild().contains("has lost " + CONFIG));
        assertThat(site.commit()).isEqualTo(before);
        assertThat(site.get(HOME).is(200).text()).contains("headline");
    }

    private int score = 101;

    private void allow() {
        score = world.ada()
                .http()
                .get(world.p() + "/health")
                .is(200)
                .json()
                .get("healthScore")
                .asInt();
        Reply project = world.ada()
                .http()
                .patch(world.p(), Map.of("allow_force_pushes", true))
                .is(200);
        assertThat(project.json().get("allow_force_pushes").asBoolean()).isTrue();
    }

    /** A repository with a history of its own, as somebody has who began elsewhere. */
    private void anotherHistory() {
        clone.git("checkout", "--quiet", "--orphan", "other");
        clone.git("rm", "--quiet", "-r", "--force", ".");
        clone.write(CONFIG, "{\n  \"domains\": [\"mag\"]\n}\n").commit("begin elsewhere");
        clone.git("branch", "--force", "main", "other");
    }

    private String newestBuild() {
        return world.ada().http().get(world.p() + "/cdn/builds").is(200).text();
    }

    private String parked() {
        return world.ada()
                .http()
                .get(world.p() + "/branches/health")
                .is(200)
                .json()
                .get("parkedPush")
                .asString();
    }
}
