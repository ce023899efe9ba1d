package cms.git;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import cms.testing.GitClient;
import cms.testing.ManualClock;
import cms.testing.RemoteGit;
import cms.testing.RemoteGit.Fault;
import cms.testing.Seeds;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mirrors of a host that can leave files out: those of content come at once, the others when somebody reads them. What
 * a reader sees must not differ from a mirror that has everything.
 */
@Tag("large")
class PartialMirrorTest {
    private static final String SITE = "octo/site";
    private static final String READ = "git-upload-pack";
    private static final Authorship BO = new Authorship("bo", "bo@example.com", Instant.parse("2026-11-02T08:00:00Z"));

    @TempDir
    Path root;

    private final ManualClock clock = ManualClock.quiet();
    private final OutgoingHttp net = new OutgoingHttp(new NetSettings(List.of(), null));
    private final AtomicReference<Runnable> betweenFetches = new AtomicReference<>(() -> {});
    private FetchLimits limits = FetchLimits.standard();
    private RemoteGit host;
    private Path work;
    private Repositories ours;

    private final class Access implements RemoteAddresses {
        @Override
        public RemoteAddress address(String fullName) {
            return new RemoteAddress(
                    URI.create(host.url() + "/" + fullName + ".git"), "x-access-token", new Secret("first-token"));
        }

        @Override
        public RemoteAddress addressAfter(String fullName, RemoteAddress refused) {
            return address(fullName);
        }

        @Override
        public FetchLimits limits() {
            return limits;
        }
    }

    /** Content is below {@code .cms} and, as if a model said so there, below {@code posts}. */
    private final class Contents implements Repositories.ContentFolders {
        @Override
        public Set<String> homes(Tree tip) {
            betweenFetches.getAndSet(() -> {}).run();
            return Set.of(".cms");
        }

        @Override
        public Set<String> further(Tree tip, Set<String> homes) {
            assertThat(tip.read(".cms/config.json", 100)).isPresent();
            return Set.of("posts");
        }
    }

    @BeforeEach
    void publish() {
        host = RemoteGit.in(root.resolve("host"));
        host.create(SITE);
        GitClient.at(host.bare(SITE)).git("config", "uploadpack.allowFilter", "true");
        work = host.clone(SITE);
        RemoteGit.commit(work, ".cms/config.json", "{\"version\": 1}\n");
        RemoteGit.commit(work, "posts/a.md", "first\n");
        RemoteGit.commit(work, "src/app.js", "let a = 1;\n\nlet b = 2;\n\nlet c = 3;\n");
        RemoteGit.commit(work, ".cms/config.json", "{\"version\": 2}\n");
        RemoteGit.commit(work, "posts/a.md", "second\n");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:main");
        ours = mirrors("one");
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
        return Repositories.mirrors(root.resolve(name), new Access(), net.streamsToSettings(), clock, new Contents());
    }

    private Repository fetched() {
        Repository mirror = ours.create(SITE, "main");
        mirror.refresh();
        return mirror;
    }

    private static Tree tree(Repository mirror, String branch) {
        return mirror.tree(mirror.tip(branch).orElseThrow());
    }

    private static String text(Tree tree, String path) {
        return tree.read(path, 1 << 20).map(String::new).orElse("nothing");
    }

    /** Whether the file's object lies on the disk of the mirror. */
    private boolean isHere(Repository mirror, String path) {
        String blob = tree(mirror, "main").blob(path).orElseThrow().sha();
        Path gitDir = root.resolve("one").resolve(SITE + ".git");
        return GitClient.at(root)
                        .attempt("--git-dir", gitDir.toString(), "cat-file", "-e", blob)
                        .code()
                == 0;
    }

    /** Shown to fail without the second fetch: then content is not here when the host is gone. */
    @Test
    void everyVersionOfContentIsHereAfterTheFirstFetchAndNothingElse() {
        Repository mirror = fetched();
        assertThat(host.requests()).containsExactly(READ, "info/refs", READ, READ, READ);
        host.fault("", Fault.CUT_BEFORE, 1_000);

        assertThat(text(tree(mirror, "main"), ".cms/config.json")).contains("2");
        assertThat(text(tree(mirror, "main"), "posts/a.md")).isEqualTo("second\n");
        for (Commit commit : Sites.log(mirror, mirror.tip("main").orElseThrow())) {
            Tree then = mirror.tree(commit.id());
            assertThat(then.blob("posts/a.md").isEmpty()
                            || text(then, "posts/a.md").length() > 1)
                    .isTrue();
            assertThat(then.blob(".cms/config.json").isEmpty()
                            || text(then, ".cms/config.json").contains("version"))
                    .isTrue();
        }
        assertThat(host.requests()).isEmpty();
        assertThat(isHere(mirror, "src/app.js")).isFalse();
    }

    @Test
    void anotherFileIsBroughtWhenItIsReadAndThenStays() {
        Repository mirror = fetched();
        host.requests();
        host.fault("", Fault.CUT_BEFORE, 1_000);
        assertThatThrownBy(() -> text(tree(mirror, "main"), "src/app.js")).satisfies(failed -> {
            assertThat(((Failure) failed).kind()).isEqualTo(FailureKind.UNAVAILABLE);
            assertThat(((Failure) failed).retryAfter()).isPresent();
        });
        host.noFault();
        host.requests();

        assertThat(text(tree(mirror, "main"), "src/app.js")).contains("let b");
        assertThat(host.requests()).containsExactly(READ);
        assertThat(isHere(mirror, "src/app.js")).isTrue();
    }

    @Test
    void aSaveIsOnePushThatTheHostTakesWhole() {
        Repository mirror = fetched();
        save(mirror, "posts/b.md", "new\n");
        host.requests();
        save(mirror, "posts/c.md", "newer\n");
        assertThat(host.requests()).containsExactly("git-receive-pack");
        assertThat(host.read(SITE, "cms", "posts/c.md")).isEqualTo("newer");
        assertThat(host.read(SITE, "cms", "src/app.js")).contains("let b");
        assertThat(isHere(mirror, "src/app.js")).isFalse();
    }

    @Test
    void aMergeBringsOnlyTheFilesThatItHasToLookInto() {
        Repository mirror = fetched();
        save(mirror, "src/app.js", "let a = 1;\n\nlet b = 2;\n\nlet c = 33;\n");
        RemoteGit.commit(work, "src/app.js", "let a = 11;\n\nlet b = 2;\n\nlet c = 3;\n");
        RemoteGit.commit(work, "src/other.js", "other\n");
        GitClient.at(work).git("push", "--quiet", "--force", "origin", "HEAD:main");
        mirror.refresh();
        host.requests();
        mirror.write(writing -> {
            CommitId cms = writing.tip("cms").orElseThrow();
            CommitId main = writing.tip("main").orElseThrow();
            List<String> asked = new ArrayList<>();
            MergeResult result = Sites.merge(writing, cms, main, (path, base, ours, theirs) -> {
                asked.add(path + ": " + (base == null ? "(none)" : new String(base, UTF_8)));
                return new FileMerger.Content("both\n".getBytes(UTF_8));
            });
            assertThat(asked).containsExactly("src/app.js: let a = 1;\n\nlet b = 2;\n\nlet c = 3;\n");
            assertThat(text(((MergeResult.Merged) result).tree(), "src/app.js")).isEqualTo("both\n");
            return true;
        });
        assertThat(host.requests()).as("the base of the one file").containsExactly(READ);
    }

    /**
     * Shown to fail when differences against files of the haves are asked for: the host believes that they are here.
     */
    @Test
    void aFileThatComesBackFromOldTimesIsFoundAsWell() {
        RemoteGit.commit(work, "src/long.txt", lines(0, 2_000));
        RemoteGit.commit(work, "src/gone.js", "let old = true;\n");
        GitClient.at(work).git("rm", "--quiet", "src/gone.js");
        GitClient.at(work).git("commit", "--quiet", "-m", "gone");
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:main");
        Repository mirror = fetched();
        GitClient.at(work).git("checkout", "--quiet", "HEAD~1", "--", "src/gone.js");
        RemoteGit.commit(work, "src/long.txt", lines(1, 2_001));
        GitClient.at(work).git("push", "--quiet", "origin", "HEAD:main");
        mirror.refresh();
        assertThat(text(tree(mirror, "main"), "src/long.txt")).isEqualTo(lines(1, 2_001));
        assertThat(text(tree(mirror, "main"), "src/gone.js")).contains("old");
    }

    private static String lines(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int line = from; line < to; line++) {
            text.append("a line with a number of its own, ")
                    .append(line * 7919L)
                    .append('\n');
        }
        return text.toString();
    }

    /** Shown to fail when nothing on the disk says that a first fetch has begun without files. */
    @Test
    void aFirstFetchThatIsCutOffBetweenCommitsAndFilesIsMadeWhole() {
        betweenFetches.set(() -> host.fault(READ, Fault.CUT_BEFORE, 2)); // What only reads is asked twice.
        Repository mirror = ours.create(SITE, "main");
        assertThatThrownBy(mirror::refresh).isInstanceOf(Failure.class);
        assertThat(mirror.branches("")).isEmpty();
        ours.close();
        ours = mirrors("one");
        clock.advance(Duration.ofSeconds(10));
        Repository again = ours.find(SITE).orElseThrow();
        again.refresh();
        host.requests();
        assertThat(text(tree(again, "main"), "posts/a.md")).isEqualTo("second\n");
        assertThat(text(tree(again, "main"), ".cms/config.json")).contains("2");
        assertThat(host.requests()).isEmpty();
    }

    @Test
    void packingAndRestartingChangeNothing() {
        Repository mirror = fetched();
        for (int i = 0; i < 30; i++) {
            save(mirror, "posts/" + i + ".md", "post " + i + "\n");
        }
        mirror.maintain();
        ours.close();
        ours = mirrors("one");
        Repository again = ours.find(SITE).orElseThrow();
        assertThat(text(tree(again, "cms"), "posts/29.md")).isEqualTo("post 29\n");
        assertThat(text(tree(again, "cms"), "src/app.js")).contains("let b");
        save(again, "posts/last.md", "last\n");
        assertThat(host.read(SITE, "cms", "posts/last.md")).isEqualTo("last");
    }

    @Test
    void aHostThatCannotFilterGivesEverythingAtOnce() {
        GitClient.at(host.bare(SITE)).git("config", "uploadpack.allowFilter", "false");
        Repository mirror = fetched();
        assertThat(host.requests()).containsExactly(READ, "info/refs", READ);
        assertThat(isHere(mirror, "src/app.js")).isTrue();
    }

    @Test
    void aRepositoryAboveTheLimitsIsRefusedWithWhatToChange() {
        limits = new FetchLimits(200, 1 << 20, 10);
        Repository mirror = ours.create(SITE, "main");
        assertThatThrownBy(mirror::refresh).satisfies(failed -> {
            assertThat(((Failure) failed).kind()).isEqualTo(FailureKind.UNPROCESSABLE);
            assertThat(((Failure) failed).code()).hasValue("git_host.repository_too_large");
            assertThat(((Failure) failed).message()).contains("CMS_GIT_HOST_REPOSITORY_MEGABYTES_MAX");
        });
        assertThat(mirror.branches("")).isEmpty();
        limits = FetchLimits.standard();
        ours.close();
        ours = mirrors("one");
        Repository again = ours.find(SITE).orElseThrow();
        again.refresh();
        assertThat(again.branches("")).hasSize(1);
    }

    /** Two mirrors of one host, one with everything: whatever happens, both read the same. */
    @Test
    void readersCannotTellItFromAMirrorWithEverything() {
        long seed = Long.getLong("cms.seed", Seeds.next());
        System.out.println("PartialMirrorTest seed " + seed);
        Random random = new Random(seed);
        Repository partial = fetched();
        try (Repositories others =
                Repositories.mirrors(root.resolve("whole"), new Access(), net.streamsToSettings(), clock)) {
            Repository whole = others.create(SITE, "main");
            whole.refresh();
            for (int step = 0; step < 12; step++) {
                String path =
                        List.of("src/", ".cms/", "posts/", "").get(random.nextInt(4)) + random.nextInt(4) + ".txt";
                if (random.nextBoolean()) {
                    save(partial, path, "saved " + random.nextInt(6) + "\n");
                } else {
                    GitClient.at(work).git("fetch", "--quiet", "origin");
                    GitClient.at(work).git("reset", "--quiet", "--hard", "origin/main");
                    RemoteGit.commit(work, path, "pushed " + random.nextInt(6) + " " + step + "\n");
                    GitClient.at(work).git("push", "--quiet", "origin", "HEAD:main");
                }
                partial.refresh();
                whole.refresh();
                assertThat(partial.branches("")).isEqualTo(whole.branches(""));
            }
            for (Branch branch : whole.branches("")) {
                for (Commit commit : Sites.log(whole, branch.tip())) {
                    Tree expected = whole.tree(commit.id());
                    Tree seen = partial.tree(commit.id());
                    expected.walk(
                            "",
                            entry -> assertThat(text(seen, entry.path()))
                                    .as(entry.path() + " at " + commit.id())
                                    .isEqualTo(text(expected, entry.path())));
                }
            }
        }
    }

    private static void save(Repository repository, String path, String text) {
        repository.write(writing -> {
            CommitId main = writing.tip("main").orElseThrow();
            Optional<CommitId> cms = writing.tip("cms");
            CommitId tip = cms.filter(known -> writing.isAncestor(main, known)).orElse(main);
            ChangeSet change = ChangeSet.builder().put(path, text).build();
            CommitId made = writing.commit(writing.tree(tip), change, List.of(tip), BO, "save " + path);
            if (cms.isPresent()) {
                writing.move("cms", cms.get(), made);
            } else {
                writing.create("cms", made);
            }
            writing.moveIfTaken("main", Optional.of(main), made);
            return made;
        });
    }
}
