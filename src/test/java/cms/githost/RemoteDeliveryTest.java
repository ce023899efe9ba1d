package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is delivered of a repository that is on a remote host. */
class RemoteDeliveryTest {
    @TempDir
    Path folder;

    /** Nobody has told of the branch yet. Shown to fail when a build looks for it in the local copy alone. */
    @Test
    void aBranchThatOnlyTheHostKnowsIsDelivered() {
        try (ConnectedSite site = new ConnectedSite(folder)) {
            ConnectedSite.Project project = site.new Project().connected();
            GitClient.at(site.git.bare(project.repo.fullName)).git("branch", "stage", "main");
            project.ada
                    .http()
                    .patch(project.p + "/cdn/settings", Map.of("cdn_enabled", true, "cdn_branch", "stage"))
                    .is(200);
            eventually(
                    "a build has ended",
                    () -> !builds(project).isEmpty() && builds(project).get(0).hasNonNull("completed_at"));
            assertThat(builds(project).get(0).get("branch").asString()).isEqualTo("stage");
            assertThat(builds(project).get(0).get("status").asString()).isEqualTo("completed");
        }
    }

    private static JsonNode builds(ConnectedSite.Project project) {
        return project.ada.http().get(project.p + "/cdn/builds").is(200).json();
    }
}
