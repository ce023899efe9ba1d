package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.GitClient;
import cms.testing.HostedProject;
import cms.testing.Http;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Uses of assets that another instance has indexed at commits of a remote host which have not come here yet. */
class IndexedElsewhereTest {
    private static final String HOME = ".cms/content/site/home/en.json";

    @TempDir
    private Path folder;

    /**
     * Shown to fail where the older branches are indexed again: then nothing uses the asset, and it is deleted; and
     * where a host that is away counts as a branch that moves all the time, which is 409.
     */
    @Test
    void anInstanceWhoseCopyIsOlderAsksTheHostBeforeItDecidesAndLeavesTheUsesMeanwhile() throws SQLException {
        try (RemoteGit git = RemoteGit.in(folder);
                StandInHost host = HostedProject.reachable(folder, git);
                TestApp app = TestApp.start(host.settings())) {
            app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
            host.clock = app.clock();
            HostedProject site = HostedProject.connect(host, git, app.url());
            Http ada = site.ada().http();
            JsonNode asset = Form.of("a.pdf", Form.PDF)
                    .post(ada, site.p() + "/media")
                    .is(201)
                    .json();
            String url = site.p() + "/media/" + asset.get("id").asString();
            assertThat(usedIn(ada, url)).isEmpty();

            String landed = land(git, asset.get("originalPath").asString());
            indexThere(app, site, asset.get("id").asString(), landed);
            git.fault("", Fault.STATUS_503, 1_000);
            assertThat(usedIn(ada, url)).as("while the host is away").hasSize(1);
            assertThat(ada.delete(url).is(503).header("Retry-After")).isNotEmpty();
            git.noFault();
            app.clock().advance(Duration.ofMinutes(2));
            assertThat(usedIn(ada, url)).hasSize(1);
            assertThat(indexed(app)).isEqualTo(landed);
            assertThat(ada.delete(url).is(409).json().get("code").asString()).isEqualTo("media.in_use");
        }
    }

    /** What another instance saves; the commit. */
    private static String land(RemoteGit git, String path) {
        Path work = git.clone(HostedProject.REPOSITORY);
        GitClient.at(work).git("checkout", "--quiet", "-B", "work", "origin/cms");
        RemoteGit.commit(work, HOME, "{\n  \"headline\": \"" + path + "\"\n}\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:cms", "HEAD:main");
        return git.tip(HostedProject.REPOSITORY, "cms");
    }

    /** What another instance stores of it. */
    private static void indexThere(TestApp app, HostedProject site, String id, String landed) throws SQLException {
        try (Connection rows = app.rows()) {
            rows.createStatement()
                    .execute("UPDATE media_use_marks SET commit_sha = '" + landed + "' WHERE branch = 'cms'");
            rows.createStatement()
                    .execute("INSERT INTO media_uses (project_id, branch, path, asset_id, model_id, entry_id, locale,"
                            + " field_id) VALUES ('" + site.projectId() + "', 'cms', '" + HOME + "', '" + id
                            + "', 'home', '', 'en', 'headline')");
        }
    }

    private static String indexed(TestApp app) throws SQLException {
        try (Connection rows = app.rows();
                ResultSet mark = rows.createStatement()
                        .executeQuery("SELECT commit_sha FROM media_use_marks WHERE branch = 'cms'")) {
            mark.next();
            return mark.getString(1);
        }
    }

    private static JsonNode usedIn(Http ada, String url) {
        return ada.get(url).is(200).json().get("usedIn");
    }
}
