package cms.delivery;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.delivery.build.BundleMark;
import cms.delivery.build.DeliveredBytes;
import cms.delivery.build.Site;
import cms.delivery.serve.Release;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.SharedRoom;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.platform.objects.FolderObjects;
import cms.platform.objects.Objects;
import cms.testing.ManualClock;
import cms.testing.ObjectsOver;
import cms.testing.Rows;
import cms.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Tag("rows")
class ReleaseKeeperTest {
    private static final String PROJECT = "p1";

    @TempDir
    Path folder;

    private final ManualClock clock = ManualClock.quiet();
    private Database database;
    private Announcements announcements;
    private ReleaseKeeper keeper;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
        announcements = new Announcements(database, new Jobs(database, clock), new Leases(database), clock);
        keeper = keeper(new FolderObjects(folder.resolve("objects")));
        keeper.follow();
    }

    @AfterEach
    void close() {
        announcements.close();
        database.close();
    }

    @Test
    void aPublishedReleaseComesBackFromItsObjects() {
        Site site = site(Map.of("a.json", "{\"a\":1}", "b.json", "x".repeat(5_000)));
        publish("build-1", site, null);
        Release read = keeper.current(PROJECT).orElseThrow();
        assertThat(texts(read)).isEqualTo(texts(site));
        assertThat(read.commitSha()).isEqualTo(site.commitSha());
        assertThat(read.builtAt()).isEqualTo(site.builtAt());
        assertThat(read.nextChange()).isEqualTo(site.nextChange());
        assertThat(read.marks()).isEqualTo(site.marks());
        assertThat(read.files().get("a.json").body().hash())
                .isEqualTo(site.files().get("a.json").hash());
    }

    @Test
    void onlyWhatChangedIsWrittenAgain() {
        Release first = publish("build-1", site(Map.of("a.json", "1", "b.json", "2")), null)
                .release();
        ReleaseFiles.Stored second = publish("build-2", site(Map.of("a.json", "1", "b.json", "3")), first);
        assertThat(second.written()).isEqualTo(1);
        assertThat(second.packs()).containsExactlyInAnyOrder("build-1", "build-2");
        assertThat(second.release().files().get("a.json"))
                .isSameAs(first.files().get("a.json"));
        assertThat(texts(keeper.current(PROJECT).orElseThrow())).isEqualTo(Map.of("a.json", "1", "b.json", "3"));
    }

    @Test
    void aStopAnywhereBeforeThePointerMovesLeavesTheOldRelease() {
        Release first = publish("build-1", site(Map.of("a.json", "old")), null).release();
        for (int puts = 0; puts < 2; puts++) {
            Build build = begin("build-broken-" + puts);
            ReleaseKeeper breaking = keeper(new BreakingObjects(new FolderObjects(folder.resolve("objects")), puts));
            assertThatThrownBy(
                            () -> breaking.writing(build, first).finish(site(Map.of("a.json", "new")), release -> {}))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(texts(keeper.current(PROJECT).orElseThrow())).isEqualTo(Map.of("a.json", "old"));
        }
        keeper.writing(begin("build-stored-only"), first).finish(site(Map.of("a.json", "new")), release -> {});
        assertThat(texts(keeper.current(PROJECT).orElseThrow())).isEqualTo(Map.of("a.json", "old"));
    }

    @Test
    void whatAStoppedProcessLeftIsEndedAndItsObjectsGo() throws IOException {
        Release first = publish("build-1", site(Map.of("a.json", "old")), null).release();
        keeper.writing(begin("build-2"), first).finish(site(Map.of("a.json", "new")), release -> {});
        assertThat(objects()).contains("build-2.pack", "build-2.json");
        keeper.endAbandoned();
        isAllThatStays("build-1.pack", "build-1.json");
        JsonNode build = keeper.newestBuilds(PROJECT).getFirst();
        assertThat(build.get("status").asString()).isEqualTo("failed");
        assertThat(build.get("error_message").asString()).contains("stopped");
    }

    /** As where the disk is full. Before, on SQLite the row and the objects stayed until the next start. */
    @Test
    void aBuildWhoseEndCouldNotBeWrittenIsEndedByTheNextOneOfItsProject() throws IOException {
        Release first = publish("build-1", site(Map.of("a.json", "old")), null).release();
        keeper.writing(begin("build-2"), first).finish(site(Map.of("a.json", "new")), release -> {});
        publish("build-3", site(Map.of("a.json", "newer")), first);
        isAllThatStays("build-1.pack", "build-1.json", "build-3.pack", "build-3.json");
        JsonNode build = keeper.newestBuilds(PROJECT).get(1);
        assertThat(build.get("id").asString()).isEqualTo("build-2");
        assertThat(build.get("status").asString()).isEqualTo("failed");
    }

    /** Shown to fail before: a row, a webhook and an event each minute, for as long as the cause lasts. */
    @Test
    void aRepeatedBuildThatFailsAsTheOneBeforeIsToldOnce() {
        List<String> told = new ArrayList<>();
        announcements.within(BuildFinished.class, (tx, finished) -> told.add(finished.buildId()));
        fail("first", Build.Trigger.AUTOMATIC, "c1", "The store does not answer.");
        fail("again", Build.Trigger.AUTOMATIC, "c1", "The store does not answer.");
        fail("by a person", Build.Trigger.MANUAL, "c1", "The store does not answer.");
        fail("more", Build.Trigger.AUTOMATIC, "c1", "The store does not answer.");
        fail("of another commit", Build.Trigger.AUTOMATIC, "c2", "The store does not answer.");
        fail("another cause", Build.Trigger.AUTOMATIC, "c2", "The disk is full.");
        assertThat(told).containsExactly("first", "by a person", "of another commit", "another cause");
        assertThat(listed()).containsExactlyElementsOf(told.reversed());
    }

    /** Shown to fail where such a build ends as a failed one: its row, and an event to everybody. */
    @Test
    void aBuildThatBeginsAgainLaterLeavesNoRowAndNoObjectsAndIsToldToNobody() throws IOException {
        List<String> told = new ArrayList<>();
        announcements.within(BuildFinished.class, (tx, finished) -> told.add(finished.buildId()));
        Build build = new Build("waits", PROJECT, Build.Trigger.AUTOMATIC, "main", "c1", clock.instant());
        keeper.begin(build);
        try (ReleaseFiles.ReleaseWriter writing = keeper.writing(build, null)) {
            writing.finish(site(Map.of("a.json", "a")), release -> {});
        }
        keeper.withdraw(build);
        isAllThatStays();
        assertThat(keeper.newestBuilds(PROJECT)).isEmpty();
        assertThat(told).isEmpty();
    }

    private void fail(String id, Build.Trigger trigger, String commitSha, String message) {
        Build build = begin(id, trigger, commitSha);
        keeper.fail(build, BuildResult.failed(id, 1, message));
    }

    private Build begin(String id, Build.Trigger trigger, String commitSha) {
        Build build = new Build(id, PROJECT, trigger, "main", commitSha, clock.instant());
        keeper.begin(build);
        return build;
    }

    /** Shown to fail before: who listed the builds meanwhile saw one that is building, and heard no more of it. */
    @Test
    void aBuildThatRepeatsAFailedOneIsListedOnceItHasEnded() {
        fail("first", Build.Trigger.AUTOMATIC, "c1", "The store does not answer.");
        Build again = begin("again", Build.Trigger.PUSHED, "c1");
        assertThat(listed()).containsExactly("first");
        keeper.fail(again, BuildResult.failed("again", 1, "The disk is full."));
        assertThat(listed()).containsExactly("again", "first");
        begin("of another commit", Build.Trigger.AUTOMATIC, "c2");
        assertThat(listed()).containsExactly("of another commit", "again", "first");
        for (int number = 1; number <= 20; number++) {
            fail("n" + number, Build.Trigger.AUTOMATIC, "c" + number, "The disk is full.");
        }
        begin("by a person", Build.Trigger.MANUAL, "c20");
        assertThat(listed()).hasSize(20).startsWith("by a person", "n20");
        fail("n21", Build.Trigger.AUTOMATIC, "c21", "The disk is full.");
        begin("n21 again", Build.Trigger.AUTOMATIC, "c21");
        assertThat(listed()).hasSize(20).startsWith("n21");
    }

    private List<String> listed() {
        return keeper.newestBuilds(PROJECT).stream()
                .map(build -> build.get("id").asString())
                .toList();
    }

    @Test
    void oldReleasesGoAndPacksThatAreStillReadStay() throws IOException {
        Release release = null;
        for (int number = 0; number < 13; number++) {
            release = publish("build-" + number, site(Map.of("same.json", "same", "n.json", "n" + number)), release)
                    .release();
            clock.advance(Duration.ofHours(1));
            keeper.cleanUp(PROJECT);
        }
        assertThat(objects())
                .contains("build-0.pack", "build-3.pack", "build-3.json", "build-12.pack", "build-12.json")
                .doesNotContain("build-0.json", "build-1.pack", "build-2.pack", "build-2.json")
                .hasSize(21);
        assertThat(texts(keeper.current(PROJECT).orElseThrow()))
                .isEqualTo(Map.of("same.json", "same", "n.json", "n12"));
        assertThat(keeper.ofCommit(PROJECT, "commit of build-2", null)).isNull();
        assertThat(texts(keeper.ofCommit(PROJECT, "commit of build-3", release)))
                .isEqualTo(Map.of("same.json", "same", "n.json", "n3"));
    }

    @Test
    void youngReleasesStayAWhileBeyondTheirNumber() throws IOException {
        Release release = null;
        for (int number = 0; number < 14; number++) {
            release = publish("build-" + number, site(Map.of("n.json", "n" + number)), release)
                    .release();
            keeper.cleanUp(PROJECT);
        }
        assertThat(objects()).hasSize(28);
        clock.advance(Duration.ofMinutes(16));
        keeper.cleanUp(PROJECT);
        assertThat(objects()).hasSize(20);
    }

    @Test
    void underItsCommitAReleaseNeverChanges() {
        Build first = new Build("first", PROJECT, Build.Trigger.AUTOMATIC, "main", "same", clock.instant());
        keeper.begin(first);
        publish(first, site(Map.of("n.json", "as it was")), null);
        for (int number = 0; number < 14; number++) {
            clock.advance(Duration.ofHours(1));
            Build later =
                    new Build("later-" + number, PROJECT, Build.Trigger.AUTOMATIC, "main", "same", clock.instant());
            keeper.begin(later);
            publish(later, site(Map.of("n.json", "n" + number)), null);
            keeper.cleanUp(PROJECT);
            assertThat(texts(keeper.ofCommit(PROJECT, "same", null))).isEqualTo(Map.of("n.json", "as it was"));
        }
    }

    /** A branch may come back to a commit, and a start reads the record: neither may forget what a client may have. */
    @Test
    void aReleaseSaysWhichPathsDifferAmongThoseOfItsCommit() {
        Release first = publish(ofCommit("1", "same"), site(Map.of("a.json", "1", "b.json", "b")), null)
                .release();
        Release other = publish(ofCommit("2", "other"), site(Map.of("a.json", "2", "c.json", "c")), first)
                .release();
        assertThat(other.unsteady()).isEmpty();
        Release again = publish(ofCommit("3", "same"), site(Map.of("a.json", "3", "b.json", "b")), other)
                .release();
        assertThat(again.unsteady()).containsExactly("a.json");
        publish(ofCommit("4", "same"), site(Map.of("a.json", "1")), again);
        assertThat(keeper.current(PROJECT).orElseThrow().unsteady()).containsExactlyInAnyOrder("a.json", "b.json");
    }

    private Build ofCommit(String buildId, String commitSha) {
        Build build = new Build(buildId, PROJECT, Build.Trigger.AUTOMATIC, "main", commitSha, clock.instant());
        keeper.begin(build);
        return build;
    }

    /**
     * A store that is out keeps nobody from what is in memory. Shown to fail when the current release is read again.
     */
    @Test
    void theCurrentReleaseIsTheKeptOneOfItsCommitWithoutAskingTheStore() throws IOException {
        Release release = publish("build-1", site(Map.of("a.json", "1")), null).release();
        try (Stream<Path> all = Files.walk(folder.resolve("objects"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        assertThat(keeper.ofCommit(PROJECT, "commit of build-1", release)).isSameAs(release);
        assertThat(keeper.ofCommit(PROJECT, "commit of build-1", null)).isNull();
    }

    @Test
    void aReleaseInTooManyPacksIsStoredTogetherAgain() {
        Map<String, String> texts = new HashMap<>();
        Release release = null;
        for (int number = 0; number < 60; number++) {
            texts.put("file-" + number + ".json", "text " + number);
            ReleaseFiles.Stored stored = publish("build-" + number, site(texts), release);
            assertThat(stored.packs()).hasSizeLessThan(45);
            release = stored.release();
            keeper.cleanUp(PROJECT);
        }
        assertThat(texts(keeper.current(PROJECT).orElseThrow())).isEqualTo(texts);
    }

    @Test
    void ofALongFileOnlyWhatChangedIsStored() throws IOException {
        long seed = Seeds.next();
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < 10_000; line++) {
            text.append("line ").append(line).append('\n');
        }
        Map<String, String> texts = new HashMap<>(Map.of("long.json", text.toString(), "same.json", "same"));
        Release release = publish("build-0", site(texts), null).release();
        for (int number = 1; number <= 60; number++) {
            int from = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), from + random.nextInt(3) * 50);
            // The first edit brings text that has to be stored, the last one text that no build before had.
            boolean removes = number > 1 && number < 60 && random.nextInt(4) == 0;
            text.replace(from, to, removes ? "" : "changed " + number);
            texts.put("long.json", text.toString());
            release = publish("build-" + number, site(texts), release).release();
            if (number == 1) {
                assertThat(Files.size(folder.resolve("objects/delivery/p1/build-1.pack")))
                        .isLessThan(1_000);
            }
            clock.advance(Duration.ofHours(1));
            keeper.cleanUp(PROJECT);
            assertThat(texts(keeper.current(PROJECT).orElseThrow()))
                    .as("seed %d, build %d", seed, number)
                    .isEqualTo(texts);
        }
        assertThat(texts(keeper.ofCommit(PROJECT, "commit of build-55", null))).isNotEqualTo(texts);
        assertThat(objects()).hasSizeLessThan(80);
    }

    @Test
    void aMissingPackMeansThereIsNoReleaseToServe() throws IOException {
        publish("build-1", site(Map.of("a.json", "old")), null);
        Files.delete(folder.resolve("objects/delivery/p1/build-1.pack"));
        assertThat(keeper.current(PROJECT)).isEmpty();
    }

    @Test
    void aLargeBuildIsStoredWhileItIsMadeAndLeavesTheHeap() throws IOException {
        ReleaseKeeper small = small(new FolderObjects(folder.resolve("objects")));
        Site site = site(large("first"));
        ReleaseFiles.Stored stored = publishMade(small, "build-1", site, null);
        assertThat(stored.packs()).contains("build-1", "build-1.more/1", "build-1.more/2");
        assertThat(stored.written()).isEqualTo(site.files().size());
        assertThat(stored.release().files().values())
                .allMatch(entity -> entity.body().content().isDirect());
        assertThat(texts(stored.release())).isEqualTo(large("first"));
        Release read = small(new FolderObjects(folder.resolve("objects")))
                .current(PROJECT)
                .orElseThrow();
        assertThat(read.files().values())
                .allMatch(entity -> entity.body().content().isDirect());
        assertThat(texts(read)).isEqualTo(large("first"));
        assertThat(texts(keeper.current(PROJECT).orElseThrow())).isEqualTo(large("first"));
    }

    /** Shown to fail when bodies wait in the heap until all of them are made. */
    @Test
    void aBuildThatDoesNotFitIntoTheHeapLiesInItsPackWhileItIsMade() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        for (int number = 0; number < 40; number++) {
            texts.put("n" + number + ".json", ("text " + number + " ").repeat(20_000));
        }
        ReleaseFiles.ReleaseWriter broken = keeper.writing(begin("build-0"), null);
        Site site = site(texts);
        site.files().forEach(broken::keep);
        assertThat(site.files().values().stream()
                        .filter(body -> body.content().isDirect())
                        .count())
                .isGreaterThan(25);
        broken.close();
        assertThat(texts(site)).isEqualTo(texts);
        assertThat(objects()).isEmpty();
        ReleaseFiles.Stored stored = publishMade(keeper, "build-1", site(texts), null);
        assertThat(objects()).containsExactlyInAnyOrder("build-1.pack", "build-1.json");
        assertThat(texts(stored.release())).isEqualTo(texts);
        assertThat(texts(keeper.current(PROJECT).orElseThrow())).isEqualTo(texts);
    }

    @Test
    void whatALargeBuildMakesAgainIsTheBodyThatReadersHave() {
        ReleaseKeeper small = small(new FolderObjects(folder.resolve("objects")));
        Release first =
                publishMade(small, "build-1", site(large("first")), null).release();
        ReleaseFiles.ReleaseWriter writing = small.writing(begin("build-2"), first);
        DeliveredBytes again = DeliveredBytes.of("first 3".repeat(20).getBytes(StandardCharsets.UTF_8));
        assertThat(writing.keep("n3.json", again))
                .isSameAs(first.files().get("n3.json").body());
        ReleaseFiles.Stored second = publishMade(small, "build-3", site(large("first")), first);
        assertThat(second.written()).isZero();
        assertThat(second.release().files()).isEqualTo(first.files());
    }

    /** Shown to fail: without deleting what lies under the name of the build, its later packs stay. */
    @Test
    void whatAStopInTheMiddleOfALargeBuildLeftGoes() throws IOException {
        publish("build-1", site(Map.of("a.json", "old")), null);
        Release old = keeper.current(PROJECT).orElseThrow();
        for (int puts = 1; puts < 6; puts++) {
            Build build = begin("build-broken-" + puts);
            ReleaseKeeper breaking = small(new BreakingObjects(new FolderObjects(folder.resolve("objects")), puts));
            assertThatThrownBy(() -> make(breaking.writing(build, old), site(large("new"))))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(objects()).hasSize(2 + puts);
            assertThat(texts(keeper.current(PROJECT).orElseThrow())).isEqualTo(Map.of("a.json", "old"));
            keeper.endAbandoned();
            isAllThatStays("build-1.pack", "build-1.json");
        }
    }

    /** Shown to fail: without the closing, a thread of the build that comes late stores a pack that nobody removes. */
    @Test
    void aBuildThatBrokeOffStoresNothingMore() throws IOException {
        ReleaseKeeper small = small(new FolderObjects(folder.resolve("objects")));
        ReleaseFiles.ReleaseWriter writing = small.writing(begin("build-1"), null);
        writing.close();
        assertThatThrownBy(() -> make(writing, site(large("late")))).isInstanceOf(IllegalStateException.class);
        assertThat(objects()).isEmpty();
    }

    /** Shown to fail before: the packs were read into the heap, where many small releases can have 32 MB of each. */
    @Test
    void ofALargePackOnlyTheFilesOfASmallReleaseAreReadIntoTheHeap() {
        Objects stored = new FolderObjects(folder.resolve("objects"));
        Map<String, String> texts = new HashMap<>(large("first"));
        Release release =
                publishMade(small(stored), "build-0", site(texts), null).release();
        texts.keySet().retainAll(List.of("n0.json", "n17.json"));
        publishMade(small(stored), "build-1", site(texts), release);
        ReleaseKeeper viewing = small(new ViewedPacks(stored, () -> {}));
        assertThat(texts(viewing.current(PROJECT).orElseThrow())).isEqualTo(texts);
    }

    /** Shown to fail without the room. */
    @Test
    void aReleaseThatFindsNoRoomBesideOthersThatAreReadIsReadLater() throws Exception {
        Objects stored = new FolderObjects(folder.resolve("objects"));
        publishMade(small(stored), "build-0", site(large("first")), null);
        CountDownLatch viewed = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ReleaseKeeper crowded = new ReleaseKeeper(
                storage(new ViewedPacks(stored, () -> {
                    viewed.countDown();
                    awaitUninterruptibly(goOn);
                })),
                clock,
                new ReleaseKeeper.Reading(new SharedRoom(1_000, Duration.ZERO), id -> "workspace"));
        FutureTask<Optional<Release>> first = new FutureTask<>(() -> crowded.current(PROJECT));
        Thread.startVirtualThread(first);
        viewed.await();
        assertThatThrownBy(() -> crowded.current(PROJECT))
                .isInstanceOfSatisfying(
                        Failure.class, full -> assertThat(full.kind()).isEqualTo(FailureKind.UNAVAILABLE));
        goOn.countDown();
        assertThat(texts(first.get().orElseThrow())).isEqualTo(large("first"));
        assertThat(crowded.current(PROJECT)).isPresent();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Objects whose packs can only be viewed outside of the heap. */
    private record ViewedPacks(Objects stored, Runnable viewing) implements ObjectsOver {
        @Override
        public Optional<byte[]> get(String key) {
            assertThat(key).endsWith(".json");
            return stored.get(key);
        }

        @Override
        public Optional<ByteBuffer> view(String key) {
            viewing.run();
            return stored.view(key);
        }
    }

    @Test
    void thePacksOfALargeBuildGoWithTheLastReleaseThatReadsThem() throws IOException {
        ReleaseKeeper small = small(new FolderObjects(folder.resolve("objects")));
        Map<String, String> texts = new HashMap<>(large("first"));
        Release release = publishMade(small, "build-0", site(texts), null).release();
        for (int number = 1; number <= 12; number++) {
            clock.advance(Duration.ofHours(1));
            texts.putAll(number == 1 ? Map.of("n0.json", "other") : Map.of("changing.json", "n" + number));
            release =
                    publishMade(small, "build-" + number, site(texts), release).release();
            small.cleanUp(PROJECT);
        }
        assertThat(texts(small.current(PROJECT).orElseThrow())).isEqualTo(texts);
        assertThat(folder.resolve("objects/delivery/p1/build-0.more")).isNotEmptyDirectory();
        for (int number = 13; number <= 24; number++) {
            clock.advance(Duration.ofHours(1));
            release = publishMade(small, "build-" + number, site(large("n" + number)), release)
                    .release();
            small.cleanUp(PROJECT);
        }
        assertThat(folder.resolve("objects/delivery/p1/build-0.more")).doesNotExist();
        assertThat(folder.resolve("objects/delivery/p1/build-0.pack")).doesNotExist();
        assertThat(folder.resolve("objects/delivery/p1/build-24.more")).isNotEmptyDirectory();
        assertThat(texts(small.current(PROJECT).orElseThrow())).isEqualTo(large("n24"));
    }

    private ReleaseFiles.Stored publishMade(
            ReleaseKeeper through, String buildId, Site site, @Nullable Release before) {
        Build build = begin(buildId);
        ReleaseFiles.Stored stored = make(through.writing(build, before), site);
        through.publish(build, stored, new BuildResult(buildId, Build.Status.COMPLETED, 1, 1, 1, 1, List.of(), null));
        return stored;
    }

    /** Hands over one file after the other, as a build does. */
    private static ReleaseFiles.Stored make(ReleaseFiles.ReleaseWriter writing, Site site) {
        Map<String, DeliveredBytes> files = new TreeMap<>();
        site.files().forEach((path, body) -> files.put(path, writing.keep(path, body)));
        Site made = new Site(site.commitSha(), site.builtAt(), files, site.marks(), site.nextChange(), site.errors());
        return writing.finish(made, release -> {});
    }

    /** Some packs of a keeper whose packs are small, and a rest. */
    private static Map<String, String> large(String word) {
        Map<String, String> texts = new TreeMap<>();
        for (int number = 0; number < 31; number++) {
            texts.put("n" + number + ".json", (word + " " + number).repeat(20));
        }
        return texts;
    }

    private ReleaseKeeper small(Objects objects) {
        return new ReleaseKeeper(storage(objects), clock, new ReleaseKeeper.Reading(id -> "workspace"), 700);
    }

    private ReleaseFiles.Stored publish(String buildId, Site site, @Nullable Release before) {
        return publish(begin(buildId), site, before);
    }

    private ReleaseFiles.Stored publish(Build build, Site site, @Nullable Release before) {
        ReleaseFiles.Stored stored = keeper.writing(build, before).finish(site, release -> {});
        keeper.publish(build, stored, new BuildResult(build.id(), Build.Status.COMPLETED, 1, 1, 1, 1, List.of(), null));
        return stored;
    }

    private Build begin(String buildId) {
        Build build =
                new Build(buildId, PROJECT, Build.Trigger.AUTOMATIC, "main", "commit of " + buildId, clock.instant());
        keeper.begin(build);
        return build;
    }

    private ReleaseKeeper keeper(Objects objects) {
        return new ReleaseKeeper(storage(objects), clock, new ReleaseKeeper.Reading(id -> "workspace"));
    }

    private DeliveryStorage storage(Objects objects) {
        return new DeliveryStorage(database, objects, announcements, new Signals(database), new Leases(database));
    }

    private Site site(Map<String, String> texts) {
        Map<String, DeliveredBytes> files = new TreeMap<>();
        texts.forEach((path, text) -> files.put(path, DeliveredBytes.of(text.getBytes(StandardCharsets.UTF_8))));
        Map<String, BundleMark> marks = Map.of("en", new BundleMark("hash", "sha", clock.instant()));
        Optional<Instant> next = Optional.of(clock.instant().plus(Duration.ofDays(1)));
        return new Site("c0ffee", clock.instant(), files, marks, next, List.of());
    }

    /** What is to go goes behind the transaction that says so, on another thread. */
    private void isAllThatStays(String... names) {
        eventually("these are all: " + List.of(names), () -> {
            try {
                return Set.copyOf(objects()).equals(Set.of(names));
            } catch (IOException | UncheckedIOException goes) {
                return false;
            }
        });
    }

    private List<String> objects() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("objects"))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    private static Map<String, String> texts(Release release) {
        Map<String, String> texts = new TreeMap<>();
        release.files()
                .forEach((path, entity) ->
                        texts.put(path, new String(entity.body().bytes(), StandardCharsets.UTF_8)));
        return texts;
    }

    private static Map<String, String> texts(Site site) {
        Map<String, String> texts = new TreeMap<>();
        site.files().forEach((path, body) -> texts.put(path, new String(body.bytes(), StandardCharsets.UTF_8)));
        return texts;
    }

    /** A store that breaks after some puts. */
    private record BreakingObjects(Objects stored, int puts, AtomicInteger done) implements ObjectsOver {
        BreakingObjects(Objects stored, int puts) {
            this(stored, puts, new AtomicInteger());
        }

        @Override
        public void put(String key, byte[] bytes) {
            if (done.getAndIncrement() >= puts) {
                throw new UncheckedIOException(new IOException("the disk is full"));
            }
            stored.put(key, bytes);
        }
    }
}
