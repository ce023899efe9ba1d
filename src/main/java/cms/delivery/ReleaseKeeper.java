package cms.delivery;

import cms.delivery.build.Site;
import cms.delivery.serve.Release;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The rows and objects of builds and releases, and the pointer between them. */
final class ReleaseKeeper {
    /** Of so many releases the objects stay in any case. */
    private static final int RELEASES_KEPT_MIN = 10;

    /** Of more they stay for a while, so that nobody who reads one loses it on the way; but never of more than that. */
    private static final int RELEASES_KEPT_MAX = 100;

    private static final Duration KEPT_FOR = Duration.ofMinutes(15);
    private static final int BUILDS_KEPT = 200;

    private final Database database;
    private final Objects objects;
    private final Announcements announcements;
    private final InstantSource clock;
    private final BuildStore builds = new BuildStore();
    private final ReleaseStore releases = new ReleaseStore();

    ReleaseKeeper(DeliveryStorage storage, InstantSource clock) {
        this.database = storage.database();
        this.objects = storage.objects();
        this.announcements = storage.announcements();
        this.clock = clock;
    }

    void begin(Build build) {
        database.writing(tx -> builds.insert(tx, build));
    }

    ReleaseFiles.Stored store(Build build, Site site, @Nullable Release before) {
        return files(build.projectId()).write(build, site, before);
    }

    /** Moves the pointer: from this transaction on the stored release is the one that a restart serves. */
    void publish(Build build, ReleaseFiles.Stored stored, BuildResult result) {
        database.writing(tx -> {
            releases.point(
                    tx,
                    build.projectId(),
                    new ReleaseStore.Kept(build.id(), build.commitSha(), stored.packs(), clock.instant()));
            finish(tx, build, result);
        });
    }

    /** Ends a build that broke off. A release that became current all the same keeps its objects. */
    BuildResult fail(Build build, BuildResult result) {
        boolean current = database.write(tx -> {
            finish(tx, build, result);
            return releases.current(tx, build.projectId())
                    .filter(build.id()::equals)
                    .isPresent();
        });
        if (!current) {
            removeObjects(build.projectId(), build.id());
        }
        return result;
    }

    /** The release that readers get, from its objects. */
    Optional<Release> current(String projectId) {
        return database.read(tx -> releases.current(tx, projectId))
                .flatMap(buildId -> files(projectId).read(buildId, null));
    }

    List<ObjectNode> newestBuilds(String projectId) {
        return database.read(tx -> builds.newest(tx, projectId));
    }

    /** The first kept release of a commit; what the current one shares with it is not read again. */
    @Nullable
    Release ofCommit(String projectId, String commitSha, @Nullable Release current) {
        return database.read(tx -> releases.firstOf(tx, projectId, commitSha))
                .flatMap(buildId -> files(projectId).read(buildId, current))
                .orElse(null);
    }

    /** Removes releases that are too old, with the packs that only they need. */
    void cleanUp(String projectId) {
        List<ReleaseStore.Kept> all = database.read(tx -> releases.kept(tx, projectId));
        if (all.size() <= RELEASES_KEPT_MIN) {
            return;
        }
        Set<ReleaseStore.Kept> stay = staying(all, clock.instant().minus(KEPT_FOR));
        Set<String> needed = new HashSet<>();
        stay.forEach(release -> needed.addAll(release.packs()));
        for (ReleaseStore.Kept old : all) {
            if (!stay.contains(old)) {
                ReleaseFiles files = files(projectId);
                old.packs().stream().filter(pack -> !needed.contains(pack)).forEach(files::deletePack);
                files.deleteRecord(old.buildId());
                database.writing(tx -> releases.forget(tx, old.buildId()));
            }
        }
        database.writing(tx -> builds.forgetOlder(tx, projectId, BUILDS_KEPT));
    }

    /**
     * The newest, the young, and of each of their commits the first: under its commit a release never changes.
     *
     * @param all newest first
     */
    private static Set<ReleaseStore.Kept> staying(List<ReleaseStore.Kept> all, Instant young) {
        Set<ReleaseStore.Kept> stay = new HashSet<>();
        Map<String, ReleaseStore.Kept> first = new HashMap<>();
        for (int place = 0; place < all.size(); place++) {
            ReleaseStore.Kept release = all.get(place);
            first.put(release.commitSha(), release);
            if (place < RELEASES_KEPT_MIN
                    || place < RELEASES_KEPT_MAX && release.since().isAfter(young)) {
                stay.add(release);
            }
        }
        List.copyOf(stay).forEach(release -> stay.add(first.getOrDefault(release.commitSha(), release)));
        return stay;
    }

    /** Ends the builds that a stopped process left behind; what they stored is nobody's. */
    void endAbandoned() {
        for (BuildStore.Abandoned build : database.read(builds::abandoned)) {
            BuildResult result = BuildResult.failed(build.id(), 0, "The service stopped during this build.");
            database.writing(tx -> builds.finish(tx, result, clock.millis()));
            removeObjects(build.projectId(), build.id());
        }
    }

    void deleteAll(Tx tx, String projectId) {
        releases.deleteAll(tx, projectId);
        builds.deleteAll(tx, projectId);
    }

    void deleteObjects(String projectId) {
        files(projectId).deleteAll();
    }

    private void removeObjects(String projectId, String buildId) {
        files(projectId).deleteRecord(buildId);
        files(projectId).deletePack(buildId);
    }

    private void finish(Tx tx, Build build, BuildResult result) {
        builds.finish(tx, result, clock.millis());
        announcements.announce(
                tx,
                new BuildFinished(
                        build.projectId(),
                        build.id(),
                        result.status().wireName(),
                        result.filesUploaded(),
                        result.durationMillis(),
                        result.error()));
    }

    private ReleaseFiles files(String projectId) {
        return new ReleaseFiles(objects, projectId);
    }
}
