package cms.githost.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.githost.provider.AccessStatus;
import cms.githost.provider.MergeAnswer;
import cms.githost.provider.Proposal;
import cms.githost.provider.PullRequest;
import cms.githost.provider.RepositoryState;
import cms.testing.GitClient;
import cms.testing.HostWorld.Installed;
import cms.testing.HostWorld.Repo;
import cms.testing.StandInHost;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client against the strict stand-in. */
@Tag("slow-host")
class StandInClientTest extends ClientContract {
    @TempDir
    private static Path folder;

    private static StandInHost host;
    private static Installed installed;

    @BeforeAll
    static void start() {
        host = StandInHost.in(folder);
        installed = host.world.install("team", "ada");
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @Test
    void aPullRequestWithoutItsBranchIsRefused() {
        String name = made().fullName();
        client.connect(installed.id, name);
        assertThatThrownBy(() -> client.propose(name, new Proposal("cms", "main", "Content", "Nothing yet.")))
                .hasMessageContaining("nothing to merge");
    }

    @Test
    void aPullRequestThatSomebodyElseOpenedIsTaken() {
        String name = made().fullName();
        long id = client.connect(installed.id, name).id();
        commitOnCms(name);
        Proposal proposal = new Proposal("cms", "main", "Content", "What has landed.");
        PullRequest opened = client.propose(name, proposal);
        database.writing(tx -> client.forgetPullRequest(tx, id, opened.number()));
        assertThat(client.propose(name, proposal).number()).isEqualTo(opened.number());
        host.world.pulls.get(id).getFirst().mergeStatus = 405;
        assertThat(client.merge(opened)).isEqualTo(MergeAnswer.NOT_YET);
        host.world.pulls.get(id).getFirst().mergeStatus = 409;
        assertThat(client.merge(opened)).isEqualTo(MergeAnswer.MOVED);
        host.calls();
        client.propose(name, proposal);
        assertThat(host.calls()).as("an open one costs no call").isEmpty();
    }

    @Test
    void protectionIsReadFromTheBranchAndFromTheRulesOfRulesets() {
        String name = made().fullName();
        Repo repo = host.world.repos.stream()
                .filter(one -> one.fullName.equals(name))
                .findFirst()
                .orElseThrow();
        assertThat(client.connect(installed.id, name).protectedDefault()).isFalse();
        repo.rules = List.of("deletion", "non_fast_forward");
        assertThat(client.fetchState(name).protectedDefault()).isFalse();
        repo.rules = List.of("deletion", "pull_request");
        assertThat(client.fetchState(name).protectedDefault()).isTrue();
        repo.rules = List.of();
        repo.isProtected = true;
        assertThat(client.fetchState(name).protectedDefault()).isTrue();
        repo.isProtected = false;
        assertThat(client.fetchState(name).protectedDefault()).isFalse();
        client.refusedPush(name);
        assertThat(client.state(name).orElseThrow().protectedDefault()).isTrue();
    }

    @Test
    void connectingTakesAHandfulOfCallsAndASteadyTransportNone() {
        String name = made().fullName();
        host.calls();
        client.connect(installed.id, name);
        assertThat(host.calls()).as("coverage, repository, branch, rules").hasSize(4);
        client.transport(name);
        client.transport(name);
        client.state(name);
        assertThat(host.calls()).isEmpty();
    }

    @Test
    void whatIsSuspendedOrWithdrawnLosesItsTransportUntilItIsBack() {
        String name = made().fullName();
        client.connect(installed.id, name);
        installed.suspended = true;
        client.refresh(installed.id).orElseThrow().forEach(this::keep);
        assertThat(client.state(name).orElseThrow().reach()).isEqualTo(AccessStatus.SUSPENDED);
        assertThatThrownBy(() -> client.transport(name)).hasMessageContaining("does not reach");
        assertThat(client.connectivity(name).error()).contains("suspended");
        installed.suspended = false;
        installed.all = false;
        client.refresh(installed.id).orElseThrow().forEach(this::keep);
        assertThat(client.state(name).orElseThrow().reach()).isEqualTo(AccessStatus.INACCESSIBLE);
        installed.all = true;
        client.refresh(installed.id).orElseThrow().forEach(this::keep);
        assertThat(client.transport(name)).isPresent();
    }

    @Test
    void aRenamedRepositoryIsFoundByItsNumberAndAReinstalledAppGetsItsRepositoriesBack() {
        String name = made().fullName();
        long id = client.connect(installed.id, name).id();
        Repo repo = host.world.repos.stream()
                .filter(one -> one.id == id)
                .findFirst()
                .orElseThrow();
        repo.fullName = name + "-renamed";
        assertThat(client.changed(id, repo.fullName, false).orElseThrow().fullName())
                .isEqualTo(repo.fullName);
        assertThat(client.changed(id, name, true))
                .as("not deleted, only renamed: asked under the old name")
                .isPresent();
        repo.fullName = name;
        Installed again = host.world.install("team", "ada");
        host.world.installations.remove(installed.id);
        assertThat(client.refresh(installed.id)).as("gone").isEmpty();
        assertThat(client.state(name).orElseThrow().reach()).isEqualTo(AccessStatus.INACCESSIBLE);
        assertThat(client.refresh(again.id).orElseThrow())
                .as("nothing comes back by itself")
                .isEmpty();
        RepositoryState back = client.connect(again.id, name);
        assertThat(back.id()).isEqualTo(id);
        assertThat(back.reach()).isEqualTo(AccessStatus.ACCESSIBLE);
        installed = again;
    }

    private void keep(RepositoryState state) {
        database.writing(tx -> client.keep(tx, state));
    }

    @Override
    Place place() {
        return new Place(
                URI.create(host.settings().get("CMS_GIT_HOST_API_URL")),
                URI.create(host.url()),
                StandInHost.APP_ID,
                StandInHost.privateKey(),
                installed.id,
                new Owner("team", "Organization", Optional.empty()));
    }

    @Override
    void commitOnCms(String fullName) {
        GitClient bare = GitClient.at(host.world.bare(fullName));
        String tip = bare.git("rev-parse", "main");
        bare.git("update-ref", "refs/heads/cms", bare.git("commit-tree", tip + "^{tree}", "-p", tip, "-m", "content"));
    }
}
