package cms.delivery;

import cms.delivery.read.EarlierReleases;
import cms.delivery.read.Watchers;
import cms.delivery.serve.KeyMeters;
import cms.delivery.serve.Release;
import cms.delivery.serve.ServedProject;
import cms.delivery.serve.ServedProjects;
import cms.plan.Feature;
import cms.platform.db.Database;
import cms.platform.heap.HeapShare;
import cms.project.DeliverySettings;
import cms.project.Project;
import cms.project.Projects;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The projects whose releases and settings are in memory, with the limits of their plans. */
final class LoadedProjects implements EarlierReleases.Source {
    private final Database database;
    private final Projects projects;
    private final DeliveryConfig config;
    private final ReleaseKeeper keeper;
    private final ServedProjects servedProjects = new ServedProjects();
    private final ReleaseCache releaseCache;
    private final Watchers watchers;
    private final BandwidthCounts counts;
    private final ReentrantLock returning = new ReentrantLock();

    LoadedProjects(
            Database database, Projects projects, DeliveryConfig config, ReleaseKeeper keeper, KeyMeters meters) {
        this.database = database;
        this.projects = projects;
        this.config = config;
        this.keeper = keeper;
        this.releaseCache = new ReleaseCache(
                servedProjects, keeper, this::withoutRelease, this::isPinned, HeapShare.RELEASES.bytes());
        this.watchers = new Watchers(releaseCache::find);
        this.counts = new BandwidthCounts(database, meters, projects, config, releaseCache::used);
    }

    /** How releases are read from their objects: in turn by workspace where there is no room for all at once. */
    static ReleaseKeeper.Reading reading(Projects projects) {
        return new ReleaseKeeper.Reading(
                id -> projects.find(id).map(Project::workspaceId).orElse(id));
    }

    ServedProjects served() {
        return servedProjects;
    }

    Watchers watchers() {
        return watchers;
    }

    BandwidthCounts counts() {
        return counts;
    }

    /**
     * Reads the release of a project unless it is in memory; unknown projects stay unknown.
     *
     * @return whether it was not in memory before
     */
    boolean load(String projectId) {
        boolean isNew = releaseCache.load(projectId);
        ServedProject served = isNew ? servedProjects.find(projectId) : null;
        if (served != null) {
            watchers.changed(served);
        }
        return isNew;
    }

    /** Reads a project anew from the rows of all instances; no build may run meanwhile. */
    void refresh(String projectId) {
        load(projectId);
        if (database.isPostgres()) {
            releaseCache.refresh(projectId);
        }
    }

    /** The release that readers get, read where it has left memory; null where there is none. */
    @Nullable
    Release current(String projectId) {
        return releaseCache.<@Nullable Release>keeping(projectId, () -> {
            releaseCache.load(projectId);
            return released(projectId);
        });
    }

    /** Whether there is such a project; it may have left memory since it was loaded. */
    boolean exists(String projectId) {
        return servedProjects.find(projectId) != null
                || projects.find(projectId).isPresent();
    }

    /** As {@link #refresh}; of the projects that were dropped one at a time, so that they do not come back at once. */
    void follow(String projectId) {
        if (servedProjects.find(projectId) != null) {
            refresh(projectId);
            return;
        }
        returning.lock();
        try {
            refresh(projectId);
        } finally {
            returning.unlock();
        }
    }

    /** Shows readers a release that was just published, also where a pinned project was dropped meanwhile. */
    void show(String projectId, Release release) {
        releaseCache.show(projectId, release);
    }

    /** The projects that change now by their schedules, in memory or not. */
    List<String> due(Instant now) {
        return releaseCache.due(now);
    }

    /** The projects that are read anew after a gap of signals: those in memory, and those that have watchers. */
    List<String> afterGap() {
        return releaseCache.followed().stream()
                .filter(id -> servedProjects.find(id) != null || watchers.isWatched(id))
                .toList();
    }

    boolean isFollowed(String projectId) {
        return releaseCache.find(projectId) != null;
    }

    /** Forgets a deleted project. */
    void forget(String projectId) {
        releaseCache.forget(projectId);
    }

    /** Drops the releases that were read longest ago, beyond the limit; returns the ids of their projects. */
    List<String> bound() {
        return releaseCache.bound();
    }

    /** As {@link #bound()} at once after a load, with twice the limit; what was loaded counts as read last. */
    List<String> boundAfterLoad(String projectId) {
        counts.noteReads();
        releaseCache.used(projectId);
        return releaseCache.boundAfterLoad();
    }

    /** Shows changed settings to readers, where the project is in memory. */
    void show(String projectId) {
        releaseCache.showSettings(projectId);
    }

    @Override
    public @Nullable Release first(String projectId, String commitSha) {
        return keeper.ofCommit(projectId, commitSha, released(projectId));
    }

    @Override
    public Optional<String> newestBuild(String projectId, String commitSha) {
        return keeper.newestOf(projectId, commitSha);
    }

    @Override
    public @Nullable Release ofBuild(String projectId, String buildId) {
        return keeper.read(projectId, buildId, released(projectId)).orElse(null);
    }

    private @Nullable Release released(String projectId) {
        ServedProject served = servedProjects.find(projectId);
        return served == null ? null : served.release();
    }

    /** Whether the plan of its workspace includes delivery. */
    boolean granted(Project project) {
        return config.plans().allows(projects.workspaceOf(project).plan(), Feature.CDN_DELIVERY);
    }

    private Optional<ServedProject> withoutRelease(String projectId) {
        return projects.find(projectId).map(project -> {
            counts.limit(project.workspaceId());
            DeliverySettings settings = project.delivery();
            return new ServedProject(project.id(), settings.enabled(), granted(project), settings.publicMedia(), null);
        });
    }

    /** Whether a project is remembered when it leaves memory, because it changes at a known time or has watchers. */
    private boolean isPinned(ServedProject served) {
        Release release = served.release();
        boolean scheduled = release != null && release.nextChange().isPresent();
        return scheduled || watchers.isWatched(served.projectId());
    }
}
