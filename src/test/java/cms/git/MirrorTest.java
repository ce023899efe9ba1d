package cms.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.git.remote.FetchLimits;
import cms.git.remote.RemoteAddress;
import cms.git.remote.RemoteAddresses;
import cms.platform.config.Secret;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.NetSettings;
import cms.platform.net.OutgoingHttp;
import cms.testing.Eventually;
import cms.testing.GitClient;
import cms.testing.ManualClock;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Mirrors of a repository behind Git's own server. Shown to fail by asking before each push what the host can do,
 * without the look at what became of a push whose answer is lost, without a second token after 401, and without
 * remembering that a branch takes no pushes.
 */
class MirrorTest {
    private static final String SITE = "octo/site";
    private static final Authorship BO = new Authorship("bo", "bo@example.com", Instant.parse("2026-11-02T08:00:00Z"));
    private static final String PUSH = "git-receive-pack";
    private static final String READ = "git-upload-pack";

    @TempDir
    Path root;

    private final ManualClock clock = ManualClock.quiet();
    private final OutgoingHttp net = new OutgoingHttp(new NetSettings(List.of(), null));
    private final List<String> followed = new CopyOnWriteArrayList<>();
    private RemoteGit host;
    private Repositories ours;
    private Repository mirror;

    private volatile FetchLimits limits = FetchLimits.standard();

    private final class Access implements RemoteAddresses {
        @Override
        public FetchLimits limits() {
            return limits;
        }

        @Override
        public RemoteAddress address(String fullName) {
            return new RemoteAddress(
                    URI.create(host.url() + "/" + fullName + ".git"), "x-access-token", new Secret("first-token"));
        }

        @Override
        public RemoteAddress addressAfter(String fullName, RemoteAddress refused) {
            return new RemoteAddress(refused.url(), refused.user(), new Secret("second-token"));
        }
    }

    @BeforeEach
    void connect() {
        host = RemoteGit.in(root.resolve("host"));
        host.create(SITE);
        ours = mirrors("one");
        ours.onFollowed((repository, changes) -> changes.forEach(change -> followed.add(change.branch())));
        mirror = ours.create(SITE, "main");
        mirror.refresh();
        host.requests();
    }

    @AfterEach
    void disconnect() {
        ours.close();
        net.close();
        host.close();
        GitClient.at(host.bare(SITE)).git("fsck", "--full", "--strict");
    }

    private Repositories mirrors(String name) {
        return Repositories.mirrors(root.resolve(name), new Access(), net.streamsToSettings(), clock);
    }

    /** What a save does: a file on top of {@code cms}, the default branch follows. */
    private static CommitId save(Repository repository, String path, String text) {
        return repository.write(writing -> {
            CommitId main = writing.tip("main").orElseThrow();
            Optional<CommitId> cms = writing.tip("cms");
            CommitId tip = cms.orElse(main);
            ChangeSet change = ChangeSet.builder().put(path, text).build();
            CommitId made = writing.commit(writing.tree(tip), change, List.of(tip), BO, "save " + path);
            if (cms.isPresent()) {
                writing.move("cms", tip, made);
            } else {
                writing.create("cms", made);
            }
            if (writing.isAncestor(main, made)) {
                writing.moveIfTaken("main", Optional.of(main), made);
            }
            return made;
        });
    }

    @Test
    void aRefreshBringsTheBranchesAndTheirFiles() {
        assertThat(mirror.tip("main").map(CommitId::sha)).hasValue(host.tip(SITE, "main"));
        assertThat(mirror.tree(mirror.tip("main").orElseThrow()).read("README.md", 100))
                .isPresent();
        Eventually.eventually("main is told", () -> followed.equals(List.of("main")));
    }

    @Test
    void aSaveIsOneRequestOnceTheHostIsKnown() {
        save(mirror, "a.json", "{}\n");
        assertThat(host.requests())
                .as("the first asks once what the host can do")
                .containsExactly("info/refs", PUSH);
        CommitId second = save(mirror, "b.json", "{}\n");
        assertThat(host.requests()).containsExactly(PUSH);
        assertThat(host.tip(SITE, "cms")).isEqualTo(second.sha());
        assertThat(host.tip(SITE, "main")).isEqualTo(second.sha());
    }

    @Test
    void readingNeverAsksTheHost() {
        CommitId tip = mirror.tip("main").orElseThrow();
        clock.advance(Duration.ofDays(1));
        host.fault("", Fault.STATUS_503, 1000);
        mirror.tree(tip).read("README.md", 100);
        Sites.log(mirror, tip);
        mirror.branches("");
        assertThat(host.requests()).isEmpty();
    }

    /** The look does not come back before the save has. Shown to fail when the look is waited for. */
    @Test
    void anOldLookIsRepeatedBesideAWrite() {
        save(mirror, "a.json", "{}\n");
        clock.advance(Duration.ofSeconds(31));
        host.requests();
        host.fault(READ, Fault.HANG, 1000);
        CommitId made = save(mirror, "b.json", "{}\n");
        assertThat(host.tip(SITE, "cms")).isEqualTo(made.sha());
        List<String> asked = new ArrayList<>();
        Eventually.eventually("the host was looked at as well", () -> {
            asked.addAll(host.requests());
            return asked.contains(READ);
        });
        host.noFault();
        assertThat(asked).containsExactlyInAnyOrder(READ, PUSH);
    }

    /** Shown to fail with the limit of half a minute that was there before. */
    @Test
    void howLongALookCountsIsASetting() {
        limits = FetchLimits.standard().lookingEvery(Duration.ofMinutes(10));
        save(mirror, "a.json", "{}\n");
        clock.advance(Duration.ofMinutes(9));
        host.requests();
        save(mirror, "b.json", "{}\n");
        clock.advance(Duration.ofMinutes(2));
        save(mirror, "c.json", "{}\n");
        List<String> asked = new ArrayList<>();
        Eventually.eventually("the third save looks", () -> {
            asked.addAll(host.requests());
            return asked.contains(READ);
        });
        assertThat(asked).containsExactlyInAnyOrder(PUSH, PUSH, READ);
    }

    /** Nothing of the write touches the branch. Shown to fail when what the look finds is left lying. */
    @Test
    void whatALookBesideAWriteFindsIsFetched() {
        save(mirror, "a.json", "{}\n");
        Path work = host.clone(SITE);
        RemoteGit.commit(work, "theirs.json", "{}\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:theirs");
        clock.advance(Duration.ofSeconds(31));
        save(mirror, "b.json", "{}\n");
        Eventually.eventually("their branch is here", () -> mirror.tip("theirs").isPresent());
        Eventually.eventually("their branch is told", () -> followed.contains("theirs"));
    }

    /** Shown to fail when a refusal is answered before the look beside it is over. */
    @Test
    void whatAnOldStateRefusesIsTriedOnTheNewOne() {
        save(mirror, "a.json", "{}\n");
        Path work = host.clone(SITE);
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:refs/heads/cr/theirs");
        clock.advance(Duration.ofSeconds(31));
        mirror.write(writing -> {
            CommitId theirs = writing.tip("cr/theirs").orElseThrow(() -> Failure.notFound("There is no such change."));
            writing.delete("cr/theirs", theirs);
            return true;
        });
        assertThat(host.tip(SITE, "cr/theirs")).isEmpty();
    }

    @Test
    void aHostThatMovedWhileNobodyLookedIsFoundByThePush() {
        save(mirror, "a.json", "{}\n");
        Path work = host.clone(SITE);
        GitClient.at(work).git("checkout", "--quiet", "cms");
        RemoteGit.commit(work, "theirs.json", "{}\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:cms");
        clock.advance(Duration.ofHours(1));
        save(mirror, "b.json", "{}\n");
        assertThat(host.read(SITE, "cms", "theirs.json")).isEqualTo("{}");
        assertThat(host.read(SITE, "cms", "b.json")).isEqualTo("{}");
    }

    @Test
    void whatOthersPushedMeanwhileIsFetchedAndTheWorkDoneOnTopOfIt() {
        save(mirror, "a.json", "{}\n");
        Path work = host.clone(SITE);
        GitClient.at(work).git("checkout", "--quiet", "cms");
        RemoteGit.commit(work, "theirs.json", "{}\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:cms", "HEAD:main");
        host.requests();
        save(mirror, "b.json", "{}\n");
        assertThat(host.requests()).as("refused, looked, fetched, taken").containsExactly(PUSH, READ, READ, PUSH);
        assertThat(host.read(SITE, "cms", "theirs.json")).isEqualTo("{}");
        assertThat(host.read(SITE, "main", "b.json")).isEqualTo("{}");
    }

    @Test
    void twoMirrorsLoseAndDoubleNothing() throws Exception {
        try (Repositories theirs = mirrors("two");
                ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            Repository other = theirs.create(SITE, "main");
            List<Future<?>> saves = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String name = "entry-" + i + ".json";
                Repository at = i % 2 == 0 ? mirror : other;
                saves.add(writers.submit(() -> save(at, name, "{}\n")));
            }
            for (Future<?> save : saves) {
                save.get();
            }
        }
        List<String> subjects = GitClient.at(host.bare(SITE))
                .git("log", "--format=%s", "cms")
                .lines()
                .toList();
        assertThat(subjects).hasSize(41).doesNotHaveDuplicates();
    }

    @Test
    void aPushWhoseAnswerIsLostCountsWhenTheHostHasIt() {
        save(mirror, "a.json", "{}\n");
        host.fault(PUSH, Fault.CUT_AFTER, 1);
        CommitId made = save(mirror, "b.json", "{}\n");
        assertThat(host.tip(SITE, "cms")).isEqualTo(made.sha());
        assertThat(GitClient.at(host.bare(SITE))
                        .git("log", "--format=%s", "cms")
                        .lines())
                .containsExactly("save b.json", "save a.json", "change README.md");
    }

    @Test
    void aPushWhoseAnswerIsCutInTheMiddleCountsWhenTheHostHasIt() {
        save(mirror, "a.json", "{}\n");
        host.fault(PUSH, Fault.CUT_INSIDE, 1);
        CommitId made = save(mirror, "b.json", "{}\n");
        assertThat(host.tip(SITE, "cms")).isEqualTo(made.sha());
    }

    @Test
    void aHostThatIsDownMovesNothingHereAndIsBackWithoutARestart() {
        CommitId before = save(mirror, "a.json", "{}\n");
        host.fault("", Fault.CUT_BEFORE, 1000);
        assertThatThrownBy(() -> save(mirror, "b.json", "{}\n")).satisfies(failed -> {
            assertThat(((Failure) failed).kind()).isEqualTo(FailureKind.UNAVAILABLE);
            assertThat(((Failure) failed).retryAfter()).isPresent();
        });
        assertThat(mirror.tip("cms")).hasValue(before);
        assertThat(mirror.tip("main")).hasValue(before);
        host.requests();
        assertThatThrownBy(() -> save(mirror, "b.json", "{}\n")).isInstanceOf(Failure.class);
        assertThat(host.requests()).as("nobody waits behind a silent host").isEmpty();
        assertThat(mirror.remote().orElseThrow().error()).isNotNull();
        host.noFault();
        clock.advance(Duration.ofSeconds(3));
        CommitId after = save(mirror, "b.json", "{}\n");
        assertThat(host.tip(SITE, "cms")).isEqualTo(after.sha());
        assertThat(mirror.remote().orElseThrow().error()).isNull();
    }

    /** In front of both is the timeout of a request: half an answer is no answer. */
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"HANG", "HANG_INSIDE"})
    void aHostThatHangsIsWaitedForAWhileAndThenIsDown(Fault fault) {
        CommitId before = save(mirror, "a.json", "{}\n");
        limits = new FetchLimits(
                1 << 20, 1 << 20, 100, Duration.ofMillis(300)); // Every request hangs: none is too slow.
        host.fault("", fault, 1000);
        assertThatThrownBy(() -> save(mirror, "b.json", "{}\n")).satisfies(failed -> {
            assertThat(((Failure) failed).kind()).isEqualTo(FailureKind.UNAVAILABLE);
            assertThat(((Failure) failed).retryAfter()).isPresent();
        });
        assertThat(mirror.tip("cms")).hasValue(before);
        limits = FetchLimits.standard();
        host.noFault();
        clock.advance(Duration.ofSeconds(3));
        CommitId after = save(mirror, "b.json", "{}\n");
        assertThat(host.tip(SITE, "cms")).isEqualTo(after.sha());
    }

    /** The words of a host that has had enough, in the three forms in which it says them. */
    @Test
    void aHostThatIsBusyIsLeftAloneForAsLongAsItSays() {
        save(mirror, "a.json", "{}\n");
        long reset = clock.instant().getEpochSecond() + 90;
        busy(Fault.STATUS_403, Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", Long.toString(reset)));
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                clock.instant().plusSeconds(90).atZone(ZoneOffset.UTC));
        busy(Fault.STATUS_429, Map.of("Retry-After", date));
        busy(Fault.STATUS_403, Map.of("Retry-After", "90"));
        busy(Fault.STATUS_503, Map.of("Retry-After", "90"));
    }

    private void busy(Fault fault, Map<String, String> headers) {
        host.fault("", fault, 1000, headers);
        assertThatThrownBy(() -> save(mirror, "b.json", "{}\n"))
                .satisfies(failed -> assertThat(((Failure) failed).retryAfter()).isPresent());
        host.requests();
        clock.advance(Duration.ofSeconds(85));
        assertThatThrownBy(() -> save(mirror, "b.json", "{}\n")).isInstanceOf(Failure.class);
        assertThat(host.requests()).as(fault + " " + headers).isEmpty();
        host.noFault();
        clock.advance(Duration.ofSeconds(6));
        save(mirror, "b.json", "{}\n");
    }

    @Test
    void aTokenThatHasEndedIsRenewedOnce() {
        host.takeOnly("second-token");
        CommitId made = save(mirror, "a.json", "{}\n");
        assertThat(host.tip(SITE, "cms")).isEqualTo(made.sha());
    }

    @Test
    void withdrawnAccessIsToldAndNothingIsLost() {
        CommitId before = save(mirror, "a.json", "{}\n");
        host.fault("", Fault.STATUS_404, 1000);
        assertThatThrownBy(() -> save(mirror, "b.json", "{}\n")).hasMessageContaining("gone from the Git host");
        assertThat(mirror.tip("cms")).hasValue(before);
        assertThat(mirror.tree(before).read("a.json", 100)).isPresent();
    }

    /** Words do not count: the hook speaks a language of its own. */
    @Test
    void aProtectedDefaultBranchIsFoundOutByThePushAndLeftToTheHost() throws Exception {
        CommitId before = save(mirror, "a.json", "{}\n");
        Path hook = host.bare(SITE).resolve("hooks/update");
        Files.writeString(hook, "#!/bin/sh\nif [ \"$1\" = refs/heads/main ]; then echo nein >&2; exit 1; fi\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        CommitId after = save(mirror, "b.json", "{}\n");
        assertThat(host.tip(SITE, "cms")).isEqualTo(after.sha());
        assertThat(host.tip(SITE, "main")).isEqualTo(before.sha());
        assertThat(mirror.takes("main")).isFalse();
        host.requests();
        save(mirror, "c.json", "{}\n");
        assertThat(host.requests()).containsExactly(PUSH);
        Files.delete(hook);
        clock.advance(Duration.ofMinutes(11));
        CommitId last = save(mirror, "d.json", "{}\n");
        assertThat(host.tip(SITE, "main")).as("tried again after a while").isEqualTo(last.sha());
    }

    @Test
    void aHostThatRefusesOneWriteOfABatchTakesTheOthers() throws Exception {
        save(mirror, "a.json", "{}\n");
        Path hook = host.bare(SITE).resolve("hooks/update");
        Files.writeString(hook, "#!/bin/sh\n[ \"$1\" != refs/heads/cr/no ]\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<CommitId>> made = new ArrayList<>();
            for (String name : List.of("cr/one", "cr/no", "cr/two")) {
                made.add(writers.submit(() -> mirror.write(writing -> {
                    CommitId tip = writing.tip("cms").orElseThrow();
                    writing.create(name, tip);
                    return tip;
                })));
            }
            made.get(0).get();
            made.get(2).get();
            assertThatThrownBy(() -> made.get(1).get()).hasMessageContaining("refuses this change");
        }
        assertThat(host.tip(SITE, "cr/one")).isNotEmpty();
        assertThat(host.tip(SITE, "cr/no")).isEmpty();
        assertThat(mirror.tip("cr/no")).isEmpty();
    }

    @Test
    void aForcedPushIsFollowedAndTheObjectsStay() {
        CommitId lost = save(mirror, "a.json", "{}\n");
        Path work = host.clone(SITE);
        RemoteGit.commit(work, "other.json", "{}\n");
        GitClient.at(work).git("reset", "--quiet", "--hard", "HEAD~1");
        GitClient.at(work).git("push", "--quiet", "--force", "origin", "HEAD:cms");
        mirror.refresh();
        assertThat(mirror.tip("cms").map(CommitId::sha)).hasValue(host.tip(SITE, "cms"));
        assertThat(mirror.tree(lost).read("a.json", 100)).isPresent();
    }

    @Test
    void aDeletedBranchIsGoneHereAsWell() {
        mirror.write(writing -> {
            writing.create("cr/one", writing.tip("main").orElseThrow());
            return true;
        });
        GitClient.at(host.bare(SITE)).git("branch", "-D", "cr/one");
        mirror.refresh();
        assertThat(mirror.tip("cr/one")).isEmpty();
    }
}
