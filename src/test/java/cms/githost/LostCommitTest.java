package cms.githost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.testing.Http;
import cms.testing.LostCommit;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A row of a repository that counts although nobody heard of it; needs PostgreSQL. */
@Tag("rows")
class LostCommitTest {
    /** Shown to fail where a failed commit removes the files: readiness is then 503 for good. */
    @Test
    void aRepositoryWhoseRowCountsKeepsItsFiles() throws Exception {
        assumeTrue(Rows.canBeShared(), "needs PostgreSQL");
        try (LostCommit line = LostCommit.before(Rows.empty().orElseThrow());
                TestApp app = TestApp.start(Map.of("CMS_DATABASE_URL", line.url()))) {
            World world = World.blog(app);
            line.loseThatOf("INSERT INTO git_repositories");
            Reply made = world.ada()
                    .http()
                    .attempt(
                            "/api/git_host/create-from-template",
                            Map.of(
                                    "workspaceId",
                                    world.workspaceId(),
                                    "templateRepo",
                                    "starters/blank",
                                    "name",
                                    "second"));

            assertThat(line.isLost()).isTrue();
            assertThat(made.is(200).json().get("fullName").asString()).isEqualTo("ada/second");
            new Http(app.url()).get("/api/health/ready").is(200);
            assertThat(app.data().resolve("repositories/ada/second.git/HEAD")).exists();
        }
    }
}
