package cms.delivery;

import static cms.testing.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.build.Site;
import cms.delivery.serve.Release;
import cms.delivery.serve.ServedProject;
import cms.delivery.serve.ServedProjects;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.platform.objects.FolderObjects;
import cms.platform.objects.Objects;
import cms.testing.ManualClock;
import cms.testing.ObjectsOver;
import cms.testing.Rows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shown to fail without the second look at the pointer after a load, and with a bound that lets nobody go. */
class ReleaseCacheTest {
    private static final int FILE_BYTES = 20_000;
    private static final Duration SCHEDULED = Duration.ofDays(1);

    @TempDir
    Path folder;

    private final ManualClock clock = ManualClock.quiet();
    private final ServedProjects servedProjects = new ServedProjects();
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicBoolean publicMedia = new AtomicBoolean(true);
    private Runnable afterFirstGet = () -> {};
    private volatile Runnable afterSettings = () -> {};
    private Database database;
    private Announcements announcements;
    private ReleaseKeeper keeper;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
        announcements = new Announcements(database, new Jobs(database, clock), new Leases(database), clock);
        var storage = new DeliveryStorage(
                database,
                new Watched(new FolderObjects(folder.resolve("objects"))),
                announcements,
                new Signals(database),
                new Leases(database));
        keeper = new ReleaseKeeper(storage, clock, new ReleaseKeeper.Reading(id -> "workspace"));
    }

    @AfterEach
    void close() {
        announcements.close();
        database.close();
    }

    @Test
    void theProjectsThatNobodyReadForLongestMakeRoom() {
        ReleaseCache releaseCache = releaseCache(3 * FILE_BYTES + 10_000);
        for (String project : List.of("a", "b", "pinned", "c")) {
            publish(project, "one", null);
            releaseCache.load(project);
        }
        releaseCache.used("a");
        assertThat(releaseCache.bound()).containsExactly("b");
        assertThat(servedProjects.find("b")).isNull();
        assertThat(releaseCache.bound()).isEmpty();
        releaseCache.load("b");
        assertThat(text("b")).startsWith("one");
    }

    @Test
    void afterALoadReleasesMayTakeTwiceTheirBytesUntilTheNextLook() {
        ReleaseCache releaseCache = releaseCache(FILE_BYTES + 10_000);
        for (String project : List.of("a", "b", "c")) {
            publish(project, "one", null);
            releaseCache.load(project);
            assertThat(releaseCache.boundAfterLoad()).isEqualTo(project.equals("c") ? List.of("a") : List.of());
        }
        assertThat(releaseCache.bound()).containsExactly("b");
    }

    /** Shown to fail before: it was the first to go, as if nobody had read it. */
    @Test
    void aProjectThatIsBeingLoadedCountsAsReadLast() {
        ReleaseCache releaseCache = releaseCache(FILE_BYTES + 10_000);
        for (String project : List.of("a", "b", "c")) {
            publish(project, "one", null);
        }
        releaseCache.load("a");
        releaseCache.load("b");
        afterSettings = releaseCache::boundAfterLoad;
        releaseCache.load("c");
        assertThat(releaseCache.boundAfterLoad()).containsExactly("a");
    }

    /** Shown to fail where pinned projects stay whatever they take together. */
    @Test
    void pinnedProjectsGoAsOthersAndAreFollowedAndChangeAtTheirInstant() {
        ReleaseCache releaseCache = releaseCache(2 * FILE_BYTES + 10_000);
        for (String project : List.of("pinned", "pinned-too", "a", "b")) {
            publish(project, "one", null);
            releaseCache.load(project);
        }
        releaseCache.used("pinned");
        releaseCache.used("a");
        assertThat(releaseCache.bound()).containsExactly("pinned-too", "b");
        assertThat(releaseCache.followed()).containsExactly("a", "pinned", "pinned-too");
        assertThat(releaseCache.find("b")).isNull();
        assertThat(requireNonNull(releaseCache.find("pinned-too")).release()).isNull();
        assertThat(releaseCache.due(clock.instant())).isEmpty();
        clock.advance(SCHEDULED);
        assertThat(releaseCache.due(clock.instant())).contains("pinned-too", "pinned");
        publicMedia.set(!publicMedia.get());
        releaseCache.showSettings("pinned-too");
        assertThat(requireNonNull(releaseCache.find("pinned-too")).publicMedia())
                .isEqualTo(publicMedia.get());
        releaseCache.load("pinned-too");
        assertThat(requireNonNull(releaseCache.find("pinned-too")).release()).isNotNull();
        releaseCache.used("a");
        assertThat(releaseCache.bound()).containsExactly("pinned");
        releaseCache.forget("pinned");
        assertThat(releaseCache.due(clock.instant())).doesNotContain("pinned");
    }

    @Test
    void whatIsLargerThanTheRoomStaysWhileItIsTheOnlyOne() {
        ReleaseCache releaseCache = releaseCache(10);
        publish("a", "one", null);
        releaseCache.load("a");
        assertThat(releaseCache.bound()).isEmpty();
        publish("b", "one", null);
        releaseCache.load("b");
        assertThat(releaseCache.bound()).containsExactly("a");
    }

    /** Shown to fail where the work holds no lock: a build would take the project for one without a release. */
    @Test
    void aProjectStaysInMemoryUntilTheWorkWithItHasEnded() {
        ReleaseCache releaseCache = releaseCache(10);
        publish("a", "one", null);
        publish("b", "one", null);
        assertThat(releaseCache.<@Nullable ServedProject>keeping("a", () -> {
                    releaseCache.load("a");
                    releaseCache.load("b");
                    assertThat(CompletableFuture.supplyAsync(releaseCache::bound)
                                    .join())
                            .isEmpty();
                    return servedProjects.find("a");
                }))
                .isNotNull();
        assertThat(releaseCache.bound()).containsExactly("a");
    }

    @Test
    void manyReadersAtOnceLoadOnce() throws Exception {
        ReleaseCache releaseCache = releaseCache(10 * FILE_BYTES);
        publish("a", "one", null);
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int reader = 0; reader < 50; reader++) {
                readers.submit(() -> releaseCache.load("a"));
            }
        }
        assertThat(loads).hasValue(1);
        releaseCache.load("unknown");
        assertThat(servedProjects.find("unknown")).isNull();
    }

    @Test
    void aReleaseThatComesDuringALoadIsNotMissed() {
        ReleaseCache releaseCache = releaseCache(10 * FILE_BYTES);
        Release first = publish("a", "one", null);
        servedProjects.onChange(changed -> {});
        afterFirstGet = () -> publish("a", "two", first);
        releaseCache.load("a");
        assertThat(text("a")).startsWith("two");
    }

    @Test
    void aReleaseOfAnotherInstanceIsTakenOver() {
        ReleaseCache releaseCache = releaseCache(10 * FILE_BYTES);
        Release first = publish("a", "one", null);
        releaseCache.load("a");
        publish("a", "two", first);
        releaseCache.refresh("a");
        assertThat(text("a")).startsWith("two");
        Release seen = requireNonNull(servedProjects.find("a")).release();
        releaseCache.refresh("a");
        assertThat(requireNonNull(servedProjects.find("a")).release()).isSameAs(seen);
    }

    /** Shown to fail before: public media that were switched off meanwhile were shown as public again. */
    @Test
    void settingsThatWereReadBeforeANewerChangeAreNotShownAfterIt() throws Exception {
        ReleaseCache releaseCache = releaseCache(10 * FILE_BYTES);
        publish("a", "one", null);
        releaseCache.load("a");
        Thread newer = new Thread(() -> {
            publicMedia.set(false);
            releaseCache.showSettings("a");
        });
        afterSettings = () -> {
            newer.start();
            eventually(
                    "the newer change is shown, or waits for its turn",
                    () -> newer.getState() == Thread.State.WAITING || !newer.isAlive());
        };
        releaseCache.showSettings("a");
        newer.join();
        assertThat(requireNonNull(servedProjects.find("a")).publicMedia()).isFalse();
    }

    /** Shown to fail before, as above: a release takes its time to be read. */
    @Test
    void settingsThatChangeWhileAReleaseIsReadAreShown() {
        ReleaseCache releaseCache = releaseCache(10 * FILE_BYTES);
        Release first = publish("a", "one", null);
        releaseCache.load("a");
        publish("a", "two", first);
        afterFirstGet = () -> {
            publicMedia.set(false);
            releaseCache.showSettings("a");
        };
        releaseCache.refresh("a");
        assertThat(requireNonNull(servedProjects.find("a")).publicMedia()).isFalse();
        assertThat(text("a")).startsWith("two");
    }

    /** Something may happen once while a release is read, when it is already known which. */
    private final class Watched implements ObjectsOver {
        private final Objects stored;

        Watched(Objects stored) {
            this.stored = stored;
        }

        @Override
        public Objects stored() {
            return stored;
        }

        @Override
        public Optional<byte[]> get(String key) {
            Optional<byte[]> bytes = stored.get(key);
            Runnable now = afterFirstGet;
            afterFirstGet = () -> {};
            now.run();
            return bytes;
        }
    }

    private ReleaseCache releaseCache(long bytesMax) {
        return new ReleaseCache(
                servedProjects,
                keeper,
                id -> {
                    if (id.equals("unknown")) {
                        return Optional.empty();
                    }
                    loads.incrementAndGet();
                    Optional<ServedProject> read =
                            Optional.of(new ServedProject(id, true, true, publicMedia.get(), null));
                    Runnable now = afterSettings;
                    afterSettings = () -> {};
                    now.run();
                    return read;
                },
                served -> served.projectId().startsWith("pinned"),
                bytesMax);
    }

    private Release publish(String project, String text, @Nullable Release before) {
        Build build = new Build(
                project + text, project, Build.Trigger.AUTOMATIC, "main", "commit of " + text, clock.instant());
        keeper.begin(build);
        Map<String, DeliveredBytes> files = new TreeMap<>();
        byte[] bytes = text.repeat(FILE_BYTES / text.length()).getBytes(StandardCharsets.UTF_8);
        files.put("a.json", DeliveredBytes.of(bytes));
        Instant change = clock.instant().plus(SCHEDULED);
        Site site = new Site("sha", clock.instant(), files, Map.of(), Optional.of(change), List.of());
        ReleaseFiles.Stored stored = keeper.writing(build, before).finish(site, release -> {});
        keeper.publish(build, stored, new BuildResult(build.id(), Build.Status.COMPLETED, 1, 1, 1, 1, List.of(), null));
        return stored.release();
    }

    private String text(String project) {
        Release release =
                requireNonNull(requireNonNull(servedProjects.find(project)).release());
        return new String(requireNonNull(release.find("a.json")).body().bytes(), StandardCharsets.UTF_8);
    }
}
