package cms.githost.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.auth.Caller;
import cms.auth.Provider;
import cms.githost.provider.AccessStatus;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.MergeAnswer;
import cms.githost.provider.NewRepository;
import cms.githost.provider.Proposal;
import cms.githost.provider.PullRequest;
import cms.githost.provider.RepositoryState;
import cms.githost.provider.Transport;
import cms.platform.config.Secret;
import cms.platform.db.Database;
import cms.platform.net.NetSettings;
import cms.platform.net.OutgoingHttp;
import cms.testing.Rows;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the client must be able to do at any host of this shape; each host that we have runs it. */
abstract class ClientContract {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Caller ADA =
            new Caller("ada-id", "ada@example.com", "Ada", Provider.GIT_HOST, Optional.empty());

    @TempDir
    private Path rows;

    private OutgoingHttp net;
    Database database;
    RemoteHost client;

    /** A host that is running. */
    record Place(URI api, URI web, String appId, String pkcs8, long installation, Owner owner) {}

    /** @param token of a person who may act in the account; empty where the app makes repositories by itself */
    record Owner(String account, String type, Optional<String> token) {}

    abstract Place place();

    /** Opens a branch `cms` with one commit more than the default branch. */
    abstract void commitOnCms(String fullName);

    @BeforeEach
    void open() {
        net = new OutgoingHttp(new NetSettings(List.of(), null));
        database = Database.open(Rows.at(rows.resolve("rows.db")));
        client = new RemoteHost(
                database,
                new RemoteConfig(
                        place().api(),
                        place().web(),
                        place().appId(),
                        new Secret(place().pkcs8()),
                        net.toSettings(),
                        Duration.ofSeconds(10),
                        caller -> place().owner().token()),
                InstantSource.system());
    }

    @AfterEach
    void close() {
        database.close();
        net.close();
    }

    @Test
    void anInstallationIsKnownByItsNumber() {
        var installation = client.installation(place().installation()).orElseThrow();
        assertThat(installation.account().login()).isEqualTo(place().owner().account());
        assertThat(installation.targetType()).isEqualTo(place().owner().type());
        assertThat(installation.isSuspended()).isFalse();
        assertThat(client.installation(999_999)).isEmpty();
    }

    @Test
    void aRepositoryIsMadeFromAStarterScannedAndConnected() {
        HostedRepository made = made();
        assertThat(made.fullName()).startsWith(place().owner().account() + "/");
        assertThat(client.scan(place().installation(), made.fullName()).defaultBranch())
                .isEqualTo("main");
        assertThat(client.scan(place().installation(), made.fullName()).hasContentDir())
                .isTrue();

        RepositoryState state = client.connect(place().installation(), made.fullName());
        assertThat(state.reach()).isEqualTo(AccessStatus.ACCESSIBLE);
        assertThat(state.id()).isEqualTo(made.id());
        assertThat(state.protectedDefault()).isFalse();
        assertThat(client.fetchState(made.fullName()).reach()).isEqualTo(AccessStatus.ACCESSIBLE);
        assertThat(client.connectivity(made.fullName()).connected()).isTrue();
        Transport transport = client.transport(made.fullName()).orElseThrow();
        assertThat(transport.url()).hasToString(place().web() + "/" + made.fullName() + ".git");
    }

    @Test
    void whatIsNotThereIsOutOfReach() {
        assertThat(client.repository(place().installation(), place().owner().account() + "/nothing-here"))
                .isEmpty();
        assertThatThrownBy(() ->
                        client.connect(place().installation(), place().owner().account() + "/nothing-here"))
                .hasMessageContaining("reaches no repository");
    }

    @Test
    void aPullRequestIsOpenedOnceFoundAgainAndMerged() {
        String name = made().fullName();
        client.connect(place().installation(), name);
        Proposal proposal = new Proposal("cms", "main", "Content", "What has landed.");
        commitOnCms(name);
        PullRequest opened = client.propose(name, proposal);
        assertThat(opened.number()).isPositive();
        assertThat(client.propose(name, proposal)).isEqualTo(opened);
        assertThat(client.merge(opened)).isEqualTo(MergeAnswer.MERGED);
        assertThat(client.merge(opened)).as("it is closed by now").isEqualTo(MergeAnswer.MOVED);
    }

    HostedRepository made() {
        var wanted = new NewRepository(
                "starters/blog",
                "site-" + NAMES.incrementAndGet() + "-" + Long.toString(System.nanoTime(), 36),
                true,
                Optional.of("A site"));
        return client.create(ADA, place().installation(), wanted).repository();
    }
}
