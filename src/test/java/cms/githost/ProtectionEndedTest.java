package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A default branch that took pull requests only, and takes pushes again. */
@Timeout(300)
final class ProtectionEndedTest {
    @TempDir
    private Path folder;

    /**
     * Nobody saves and no notice comes: a job tries again. Shown to fail without that job, and where the mark of a
     * branch that takes no pushes never ends.
     */
    @Test
    void aDefaultBranchThatTakesPushesAgainIsBroughtUpByItself() throws IOException {
        try (ConnectedSite site = new ConnectedSite(folder)) {
            var project = site.new Project().connected();
            assertThat(state(project)).isEqualTo("current");
            project.repo.isProtected = true;
            project.repo.mergeStatus = 405;
            Path hook = site.git.bare(project.repo.fullName).resolve("hooks/update");
            Files.writeString(hook, "#!/bin/sh\n[ -z \"$REMOTE_USER\" ] || [ \"$1\" != refs/heads/main ]\n");
            assertThat(hook.toFile().setExecutable(true)).isTrue();
            String main = project.tip("main");
            project.save("while it is protected").is(200);
            assertThat(project.tip("main")).isEqualTo(main);
            assertThat(state(project)).isEqualTo("behind");

            project.repo.isProtected = false;
            Files.delete(hook);

            eventually(
                    "it is current",
                    site.app,
                    Duration.ofMinutes(1),
                    () -> state(project).equals("current"));
            assertThat(project.tip("main")).isEqualTo(project.tip("cms"));
        }
    }

    private static String state(ConnectedSite.Project project) {
        return project.health().at("/branchHealth/defaultBranch").asString();
    }
}
