package cms.githost;

import static cms.testing.Eventually.eventually;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Pushes of which the host tells, to several repositories. */
@Timeout(120)
class PushesToManyRepositoriesTest {
    private static final String CHANGE = "cr/outside/change";

    @TempDir
    Path folder;

    /** Fails where announcements of pushes wait for the host: the second stands behind the first. */
    @Test
    void aRepositoryWhoseFetchHangsHoldsUpNoOther() {
        try (ConnectedSite site = new ConnectedSite(folder)) {
            ConnectedSite.Project bobs = site.new Project().connected();
            ConnectedSite.Project adas = site.new Project().connected();
            site.git.fault(bobs.repo.fullName + ".git/git-upload-pack", Fault.HANG, 1_000);
            push(site, bobs);
            push(site, adas);
            eventually("the change is listed", () -> lists(adas));
        }
    }

    private static void push(ConnectedSite site, ConnectedSite.Project project) {
        Path work = site.git.clone(project.repo.fullName);
        GitClient.at(work).git("checkout", "--quiet", "-B", "work", "origin/cms");
        RemoteGit.commit(work, "outside.md", "from outside\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:refs/heads/" + CHANGE);
        ObjectNode push = Json.object().put("ref", "refs/heads/" + CHANGE);
        push.put("before", "0".repeat(40)).put("after", project.tip(CHANGE));
        push.putObject("repository").put("id", project.repo.id).put("full_name", project.repo.fullName);
        site.tell("push", push);
    }

    private static boolean lists(ConnectedSite.Project project) {
        return project.ada.http().get(project.p + "/branches").is(200).text().contains(CHANGE);
    }
}
