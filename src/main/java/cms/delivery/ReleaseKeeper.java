package cms.delivery;

import cms.delivery.pack.AbandonedPacks;
import cms.delivery.serve.Release;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.heap.HeapShare;
import cms.platform.heap.SharedRoom;
import cms.platform.jobs.Leases;
import cms.platform.objects.Objects;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The rows and objects of builds and releases, and the pointer between them. */
final class ReleaseKeeper {
    /** Releases whose objects stay in any case. */
    private static final int RELEASES_KEPT_MIN = 10;

    /**
     * Releases beyond the minimum stay for {@link #KEPT_FOR}, so that a reader in the middle of one can finish; never
     * more than this.
     */
    private static final int RELEASES_KEPT_MAX = 100;

    private static final Duration KEPT_FOR = Duration.ofMinutes(15);
    private static final int BUILDS_KEPT = 200;

    /** As long as a request waits for other room in the heap. */
    private static final Duration READ_WAIT_MAX = Duration.ofSeconds(10);

    private final Database database;
    private final Objects objects;
    private final Announcements announcements;
    private final Signals signals;
    private final Leases leases;
    private final InstantSource clock;
    private final Reading reading;
    private final int packBytesMax;
    private final BuildStore builds = new BuildStore();
    private final ReleaseStore releases = new ReleaseStore();

    ReleaseKeeper(DeliveryStorage storage, InstantSource clock, Reading reading) {
        this(storage, clock, reading, ReleaseFiles.PACK_BYTES_MAX);
    }

    /** @param packBytesMax size in bytes from which a pack is full */
    ReleaseKeeper(DeliveryStorage storage, InstantSource clock, Reading reading, int packBytesMax) {
        this.database = storage.database();
        this.objects = storage.objects();
        this.announcements = storage.announcements();
        this.signals = storage.signals();
        this.leases = storage.leases();
        this.clock = clock;
        this.reading = reading;
        this.packBytesMax = packBytesMax;
    }

    /**
     * How releases are read from their objects.
     *
     * @param room for all that are read at the same time
     * @param ownerOf the workspace of a project, in whose turn its releases wait for room
     */
    record Reading(SharedRoom room, UnaryOperator<String> ownerOf) {
        Reading(UnaryOperator<String> ownerOf) {
            this(new SharedRoom(HeapShare.RELEASES.bytes(), READ_WAIT_MAX), ownerOf);
        }
    }

    /**
     * Notes that a build begins, which the lease of its project lets one at a time do: another one that is still noted
     * has ended, where its end could not be written.
     */
    void begin(Build build) {
        database.writing(tx -> {
            builds.abandoned(tx).stream()
                    .filter(left -> left.projectId().equals(build.projectId()))
                    .forEach(left -> endAbandoned(tx, left, "The service could not note how this build ended."));
            builds.insert(tx, build);
        });
    }

    /** Stores the files of a build while it runs. */
    ReleaseFiles.ReleaseWriter writing(Build build, @Nullable Release before) {
        Release ofCommit = newestOf(build.projectId(), build.commitSha())
                .flatMap(buildId -> read(build.projectId(), buildId, before))
                .orElse(null);
        return files(build.projectId()).writing(build, before, ofCommit);
    }

    /** Moves the pointer: from this transaction on the stored release is the one that a restart serves. */
    void publish(Build build, ReleaseFiles.Stored stored, BuildResult result) {
        database.writing(tx -> {
            releases.point(
                    tx,
                    build.projectId(),
                    new ReleaseStore.Retained(build.id(), build.commitSha(), stored.packs(), clock.instant()));
            finish(tx, build, result);
            signals.send(tx, new DeliveryStorage.DeliveryChanged(build.projectId()));
        });
    }

    /**
     * Removes from now on what builds have stored that ended without a release. A store that does not answer is often
     * why they did, so it is tried until it is done, also after a restart.
     */
    void follow() {
        announcements.after(AbandonedPacks.class, "delivery.abandoned-packs", AbandonedPacks::projectId, left -> {
            ReleaseFiles files = files(left.projectId());
            files.deleteRecord(left.buildId());
            files.deletePacks(left.buildId());
        });
    }

    /**
     * Ends a build that broke off. A release that became current all the same keeps its objects. An automatic build
     * that fails as the one before it did leaves no row and is announced to nobody: they are repeated until one
     * succeeds.
     */
    BuildResult fail(Build build, BuildResult result) {
        database.writing(tx -> {
            // First, as writing the row waits for a commit that made it current and whose answer was lost.
            builds.finish(tx, result, clock.millis());
            boolean current = isCurrent(tx, build);
            if (!current) {
                announcements.announce(tx, new AbandonedPacks(build.projectId(), build.id()));
            }
            if (!current && failsAsBefore(tx, build, result)) {
                builds.delete(tx, build.id());
            } else {
                announce(tx, build, result);
            }
        });
        return result;
    }

    /** Takes back a build that found no room and begins again later: it leaves no row and is announced to nobody. */
    void withdraw(Build build) {
        database.writing(tx -> {
            builds.delete(tx, build.id());
            announcements.announce(tx, new AbandonedPacks(build.projectId(), build.id()));
        });
    }

    private boolean isCurrent(Tx tx, Build build) {
        return releases.current(tx, build.projectId())
                .filter(build.id()::equals)
                .isPresent();
    }

    private boolean failsAsBefore(Tx tx, Build build, BuildResult result) {
        return !build.trigger().isManual()
                && builds.newest(tx, build.projectId()).stream()
                        .filter(row -> !row.path("id").asString().equals(build.id()))
                        .limit(1)
                        .anyMatch(row -> isFailure(row, build.branch(), result.error())
                                && row.path("commit_sha").asString().equals(build.commitSha()));
    }

    private static boolean isFailure(ObjectNode build, String branch, @Nullable String message) {
        return build.path("status").asString("").equals(Build.Status.FAILED.wireName())
                && build.path("branch").asString("").equals(branch)
                && build.path("error_message").asString("").equals(message);
    }

    /** The build whose release readers get. */
    Optional<String> currentBuild(String projectId) {
        return database.read(tx -> releases.current(tx, projectId));
    }

    /** The release of a build: {@code known} itself, or from its objects; bodies that both share are not read again. */
    Optional<Release> read(String projectId, String buildId, @Nullable Release known) {
        return known != null && known.buildId().equals(buildId) ? Optional.of(known) : fetch(projectId, buildId, known);
    }

    /**
     * Reads a release from its objects, as many at the same time as there is room for.
     *
     * @throws Failure UNAVAILABLE when there is none in time
     */
    private Optional<Release> fetch(String projectId, String buildId, @Nullable Release known) {
        return reading.room()
                .within(
                        reading.ownerOf().apply(projectId),
                        part -> files(projectId).read(buildId, known, part::takeUpToMax));
    }

    /** The release that readers get, from its objects. */
    Optional<Release> current(String projectId) {
        return database.read(tx -> releases.current(tx, projectId)).flatMap(buildId -> fetch(projectId, buildId, null));
    }

    List<ObjectNode> endedBuilds(String projectId) {
        return newestBuilds(projectId).stream()
                .filter(build -> build.hasNonNull("completed_at"))
                .toList();
    }

    List<ObjectNode> newestBuilds(String projectId) {
        return database.read(tx -> builds.newest(tx, projectId));
    }

    /** Whether the newest build was one of this branch that failed with this sentence. */
    boolean hasJustFailed(String projectId, String branch, String message) {
        return newestBuilds(projectId).stream().limit(1).anyMatch(build -> isFailure(build, branch, message));
    }

    /**
     * The oldest stored release of a commit. Bodies that the current release has are taken from it and not read again.
     */
    @Nullable
    Release ofCommit(String projectId, String commitSha, @Nullable Release current) {
        return database.read(tx -> releases.firstOf(tx, projectId, commitSha))
                .flatMap(buildId -> read(projectId, buildId, current))
                .orElse(null);
    }

    /** The build of the newest kept release of a commit. */
    Optional<String> newestOf(String projectId, String commitSha) {
        return database.read(tx -> releases.newestOf(tx, projectId, commitSha));
    }

    /** Removes releases that are too old, with the packs that only they need. */
    void cleanUp(String projectId) {
        List<ReleaseStore.Retained> all = database.read(tx -> releases.retained(tx, projectId));
        if (all.size() <= RELEASES_KEPT_MIN) {
            return;
        }
        Set<ReleaseStore.Retained> stay = staying(all, clock.instant().minus(KEPT_FOR));
        Set<String> needed = new HashSet<>();
        stay.forEach(release -> needed.addAll(release.packs()));
        for (ReleaseStore.Retained old : all) {
            if (!stay.contains(old)) {
                ReleaseFiles files = files(projectId);
                files.deletePacks(old.packs(), needed);
                files.deleteRecord(old.buildId());
                database.writing(tx -> releases.forget(tx, old.buildId()));
            }
        }
        database.writing(tx -> builds.forgetOlder(tx, projectId, BUILDS_KEPT));
    }

    /**
     * The releases to keep: the newest, the young, and the first of each of their commits, because a release that is
     * read by its commit must never change. With them stays the last of each of their commits, which is newer.
     *
     * @param all newest first
     */
    private static Set<ReleaseStore.Retained> staying(List<ReleaseStore.Retained> all, Instant young) {
        Set<ReleaseStore.Retained> stay = new HashSet<>();
        Map<String, ReleaseStore.Retained> first = new HashMap<>();
        for (int place = 0; place < all.size(); place++) {
            ReleaseStore.Retained release = all.get(place);
            first.put(release.commitSha(), release);
            if (place < RELEASES_KEPT_MIN
                    || place < RELEASES_KEPT_MAX && release.since().isAfter(young)) {
                stay.add(release);
            }
        }
        List.copyOf(stay).forEach(release -> stay.add(first.getOrDefault(release.commitSha(), release)));
        return stay;
    }

    /** Ends the builds that a stopped process left behind, but not those that another instance is running. */
    void endAbandoned() {
        for (BuildStore.Abandoned build : database.read(builds::abandoned)) {
            leases.take(buildLease(build.projectId())).ifPresent(lease -> {
                try (lease) {
                    end(build);
                }
            });
        }
    }

    /** The name of the lease under which one instance at a time builds this project. */
    static String buildLease(String projectId) {
        return "delivery-build:" + projectId;
    }

    /** Marks a build as failed whose instance stopped, unless it has ended meanwhile. */
    private void end(BuildStore.Abandoned build) {
        if (database.read(builds::abandoned).contains(build)) {
            database.writing(tx -> endAbandoned(tx, build, "The service stopped during this build."));
        }
    }

    private void endAbandoned(Tx tx, BuildStore.Abandoned build, String why) {
        builds.finish(tx, BuildResult.failed(build.id(), 0, why), clock.millis());
        announcements.announce(tx, new AbandonedPacks(build.projectId(), build.id()));
    }

    void deleteAll(Tx tx, String projectId) {
        releases.deleteAll(tx, projectId);
        builds.deleteAll(tx, projectId);
    }

    /** Deletes the objects of a project, and its rows once more, as a build may have ended while it was deleted. */
    void deleteAll(String projectId) {
        database.writing(tx -> deleteAll(tx, projectId));
        files(projectId).deleteAll();
    }

    private void finish(Tx tx, Build build, BuildResult result) {
        builds.finish(tx, result, clock.millis());
        announce(tx, build, result);
    }

    private void announce(Tx tx, Build build, BuildResult result) {
        BuildFinished finished = new BuildFinished(
                build.projectId(),
                build.id(),
                result.status().wireName(),
                result.filesUploaded(),
                result.durationMillis(),
                result.error());
        announcements.announce(tx, finished);
        signals.send(tx, finished);
    }

    private ReleaseFiles files(String projectId) {
        return new ReleaseFiles(objects, projectId, packBytesMax);
    }
}
