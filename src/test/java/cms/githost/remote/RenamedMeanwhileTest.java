package cms.githost.remote;

import static org.assertj.core.api.Assertions.assertThat;

import cms.githost.provider.AccessStatus;
import cms.githost.provider.RepositoryState;
import cms.platform.config.Secret;
import cms.platform.db.Database;
import cms.platform.net.NetSettings;
import cms.platform.net.OutgoingHttp;
import cms.testing.HostWorld.Repo;
import cms.testing.Rows;
import cms.testing.StandInHost;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A repository gets another name while the host is asked about it by the old one. */
@Tag("rows")
@Timeout(60)
class RenamedMeanwhileTest {
    /** Runs once when the time of a look is taken, which is after the answers of the host. */
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    @TempDir
    private Path folder;

    private StandInHost host;
    private OutgoingHttp net;
    private Database database;
    private RemoteHost client;
    private Repo repo;
    private RepositoryState before;

    @BeforeEach
    void connect() {
        host = StandInHost.in(folder);
        long installation = host.world.install("team", "ada").id;
        repo = host.world.create("team/site");
        net = new OutgoingHttp(new NetSettings(List.of(), null));
        database = Database.open(Rows.at(folder.resolve("rows.db")));
        client = new RemoteHost(
                database,
                new RemoteConfig(
                        URI.create(host.settings().get("CMS_GIT_HOST_API_URL")),
                        URI.create(host.url()),
                        StandInHost.APP_ID,
                        new Secret(StandInHost.privateKey()),
                        net.toSettings(),
                        Duration.ofSeconds(10),
                        caller -> Optional.empty()),
                () -> {
                    meanwhile.getAndSet(() -> {}).run();
                    return Instant.now();
                });
        before = client.connect(installation, "team/site");
    }

    @AfterEach
    void close() {
        database.close();
        net.close();
        host.close();
    }

    /** Before, it got its old name back, and no project on it was in reach any more. */
    @Test
    void aLookByTheOldNameChangesNothing() {
        repo.fullName = "team/renamed";
        meanwhile.set(this::rename);
        assertThat(client.fetchState("team/site").fullName()).isEqualTo("team/renamed");
        assertThat(client.state("team/site")).isEmpty();
        assertThat(client.state("team/renamed").orElseThrow().reach()).isEqualTo(AccessStatus.ACCESSIBLE);
    }

    @Test
    void aRefusedPushByTheOldNameChangesNothing() {
        meanwhile.set(this::rename);
        client.refusedPush("team/site");
        assertThat(client.state("team/site")).isEmpty();
        assertThat(client.state("team/renamed").orElseThrow().protectedDefault())
                .isFalse();
    }

    /** Stores the new name, as a webhook of the host does. */
    private void rename() {
        database.writing(tx -> client.keep(
                tx,
                new RepositoryState(
                        before.id(),
                        "team/renamed",
                        before.installationId(),
                        before.defaultBranch(),
                        before.protectedDefault(),
                        AccessStatus.ACCESSIBLE,
                        before.lookedAt())));
    }
}
