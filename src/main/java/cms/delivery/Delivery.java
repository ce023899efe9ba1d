package cms.delivery;

import cms.apikeys.ApiKeys;
import cms.delivery.build.Renderings;
import cms.delivery.count.BuildMeters;
import cms.delivery.preview.PreviewPlaces;
import cms.delivery.preview.PreviewRoutes;
import cms.delivery.preview.PreviewSites;
import cms.delivery.preview.Previews;
import cms.delivery.read.EarlierReleases;
import cms.delivery.read.ReleaseRoutes;
import cms.delivery.serve.BlockingReads;
import cms.delivery.serve.DeliveryDoor;
import cms.delivery.serve.Gate;
import cms.delivery.serve.KeyMeters;
import cms.delivery.serve.MediaReads;
import cms.delivery.serve.ServedProject;
import cms.delivery.serve.ServedProjects;
import cms.git.CommitId;
import cms.githost.Hosting;
import cms.plan.Allowance;
import cms.plan.Limit;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.door.FrontDoor;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.BuildRooms;
import cms.platform.http.Routes;
import cms.platform.jobs.Ticker;
import cms.project.AllowedModels;
import cms.project.DeliverySettings;
import cms.project.Project;
import cms.project.ProjectDeleted;
import cms.project.Projects;
import cms.review.Changes;
import cms.usage.AllowanceChanged;
import cms.workspace.PlanChanged;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The door of this room: switches delivery, starts builds, and lists their results. */
public final class Delivery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    private static final long TICK_MILLIS = 250;
    private static final long PREPARE_MILLIS = 250;
    private static final long FLUSH_MILLIS = 5_000;
    private static final long PLAN_MILLIS = 60_000;
    private static final long ABANDONED_MILLIS = 30_000;
    private static final long AGAIN_MILLIS = 1_000;
    private static final long LOAD_AGAIN_MILLIS = 5_000;

    private final Database database;
    private final Signals signals;
    private final Projects projects;
    private final ApiKeys keys;
    private final DeliveryConfig config;
    private final Changes changes;
    private final LoadedProjects loaded;
    private final ServedProjects servedProjects;
    private final Gate gate;
    private final MediaReads media;
    private final ReleaseKeeper keeper;
    private final Builds builds;
    private final Previews previews;
    private final BandwidthCounts counts;
    private final Ticker ticker = new Ticker("delivery");

    public Delivery(
            DeliveryStorage storage,
            Hosting hosting,
            Projects projects,
            Changes changes,
            ApiKeys keys,
            DeliveryConfig config) {
        this.database = storage.database();
        this.signals = storage.signals();
        this.projects = projects;
        this.keys = keys;
        this.config = config;
        this.changes = changes;
        KeyMeters meters = new KeyMeters(config.settings().readsPerHour());
        this.keeper = new ReleaseKeeper(storage, config.clock(), LoadedProjects.reading(projects));
        this.loaded = new LoadedProjects(database, projects, config, keeper, meters);
        this.servedProjects = loaded.served();
        this.counts = loaded.counts();
        this.gate = new Gate(keys, servedProjects, meters, config.clock());
        this.media = new MediaReads(gate, this::load, config.mediaReads(projects));
        Renderings renderings = new Renderings();
        BuildRooms rooms = new BuildRooms();
        PreviewPlaces places = new PreviewPlaces(config.instance(), rooms);
        PreviewSites sites = new PreviewSites(hosting, storage.objects(), renderings, places, config.clock());
        this.previews = new Previews(database, projects, sites, changes, loaded::granted, config.clock());
        this.builds = new Builds(
                projects,
                new ProjectBuilds(hosting, loaded, keeper, renderings, rooms, config),
                storage.leases(),
                config.clock(),
                new BuildMeters(config.metrics(), config.clock()));
        listen(storage, changes);
        storage.announcements()
                .after(
                        ProjectDeleted.class,
                        "delivery.objects",
                        gone -> builds.afterAll(gone.projectId(), () -> {
                            keeper.deleteAll(gone.projectId());
                            renderings.forget(gone.repoFullName());
                            sites.forget(gone.projectId());
                        }));
    }

    private void listen(DeliveryStorage storage, Changes changes) {
        builds.follow(storage.announcements());
        keeper.follow();
        media.follow(storage.announcements(), signals);
        servedProjects.onChange(loaded.watchers()::changed);
        signals.elsewhere(DeliveryStorage.DeliveryChanged.class, changed -> changedElsewhere(changed.projectId()));
        signals.onGap(() -> loaded.afterGap().forEach(this::changedElsewhere));
        Announcements news = storage.announcements();
        news.within(ProjectDeleted.class, this::forget);
        news.within(Projects.MemberLeft.class, previews::makerLeft);
        news.after(PlanChanged.class, "delivery.plan-changed", changed -> planChanged(changed.workspaceId()));
        news.after(
                AllowanceChanged.class, "delivery.allowance-changed", changed -> counts.limit(changed.workspaceId()));
        changes.onMoved(moved -> {
            if (moved.after() == null) {
                previews.branchGone(moved.project().id(), moved.branch());
            }
            builds.moved(moved);
        });
    }

    /** Ends builds that a stopped process left, loads the releases, and builds projects that have changed since. */
    public void start() {
        keeper.endAbandoned();
        Thread.ofVirtual()
                .name("delivery-load")
                .start(() -> projects.all().stream()
                        .filter(project -> project.delivery().enabled())
                        .forEach(this::loadAndCatchUp));
        ticker.every(TICK_MILLIS, this::tick);
        ticker.every(PREPARE_MILLIS, servedProjects::prepareReleases);
        ticker.every(FLUSH_MILLIS, this::writeCounts);
        ticker.every(PLAN_MILLIS, counts::limitAll);
        if (database.isPostgres()) {
            ticker.every(ABANDONED_MILLIS, keeper::endAbandoned);
        }
    }

    public void routes(Routes routes) {
        new ReleaseRoutes(new BlockingReads(gate, this::load), new EarlierReleases(loaded), loaded.watchers())
                .mount(routes);
        new PreviewRoutes(
                        previews,
                        projects.access(),
                        this::requirePlan,
                        config.settings().publicUrl())
                .mount(routes);
        new DeliveryRoutes(this, projects.access(), new BlockingReads(gate, this::load), media).mount(routes);
        new KeyRoutes(this, keys, projects.access()).mount(routes);
    }

    /** Answers reads from memory before any route is called. */
    public FrontDoor frontDoor() {
        return new DeliveryDoor(gate, media, config.metrics());
    }

    /** Shows readers of a workspace's projects its new plan, which may include delivery or not. */
    private void planChanged(String workspaceId) {
        counts.limit(workspaceId);
        projects.all().stream()
                .filter(project -> project.workspaceId().equals(workspaceId))
                .forEach(project -> {
                    show(project.id());
                    signals.send(new DeliveryStorage.DeliveryChanged(project.id()));
                });
    }

    /** Stores what a caller changes and acts on it; returns the settings in effect. */
    DeliverySettings change(Project project, DeliverySettings.SettingsUpdate change) {
        database.writing(tx -> {
            projects.changeDelivery(tx, project.id(), change);
            signals.send(tx, new DeliveryStorage.DeliveryChanged(project.id()));
        });
        show(project.id());
        Project changed = projects.find(project.id()).orElseThrow(() -> Failure.notFound("There is no such project."));
        if (changed.delivery().enabled()) {
            builds.automatic(changed.id(), Build.Trigger.AUTOMATIC);
        }
        return changed.delivery();
    }

    ManualBuild trigger(Project project) {
        requirePlan(project);
        if (!project.delivery().enabled()) {
            throw Failure.invalid("Delivery is not switched on for this project; set `cdn_enabled` first.");
        }
        return builds.manual(project.id());
    }

    /** The newest builds that have ended, the last first. */
    public List<ObjectNode> endedBuilds(Project project) {
        return keeper.endedBuilds(project.id());
    }

    /**
     * Whether a caller sees a build. A caller with a list of models sees the failed builds, and those that changed the
     * delivered content of a listed model; any other caller sees every build.
     */
    public static boolean isShown(ObjectNode build, AllowedModels models) {
        return models.isAll()
                || build.path("status").asString().equals(Build.Status.FAILED.wireName())
                || build.path("changed_models").valueStream().anyMatch(id -> models.allows(id.asString()));
    }

    /** The commit of a build that this caller sees; itself where the repository has lost it. */
    public String shownCommit(Project project, ObjectNode build, AllowedModels models) {
        String sha = build.path("commit_sha").asString("");
        try {
            return CommitId.parse(sha)
                    .map(commit -> changes.newestSeen(project, commit, models).sha())
                    .orElse(sha);
        } catch (Failure lost) {
            return sha;
        }
    }

    List<ObjectNode> newestBuilds(Project project, AllowedModels models) {
        return keeper.newestBuilds(project.id()).stream()
                .filter(build -> isShown(build, models))
                .toList();
    }

    /** Fails with {@code FORBIDDEN} where the plan of the workspace does not include delivery. */
    void requirePlan(Project project) {
        if (!loaded.granted(project)) {
            throw Failure.forbidden("The plan of this workspace does not include delivery.");
        }
    }

    /** How many delivery keys the plan grants a project. */
    Allowance keyAllowance(Project project) {
        return config.plans().amount(projects.workspaceOf(project).plan(), Limit.CDN_API_KEYS);
    }

    DeliveryConfig config() {
        return config;
    }

    private void loadAndCatchUp(Project project) {
        try {
            load(project.id());
            builds.automatic(project.id(), Build.Trigger.AUTOMATIC);
            letGo();
        } catch (RuntimeException | Error failed) {
            LOG.warn("the release of project {} cannot be loaded now, it is tried again", project.id(), failed);
            ticker.once(LOAD_AGAIN_MILLIS, () -> loadAndCatchUp(project));
        }
    }

    /** Loads a project with its release and settings into memory; false for unknown ones. */
    private boolean load(String projectId) {
        boolean isNew = loaded.load(projectId);
        if (isNew) {
            loaded.boundAfterLoad(projectId).forEach(builds::forgetMemory);
        }
        if (isNew && database.isPostgres()) {
            changedElsewhere(projectId); // signals that came while it was being read found nothing to change
        }
        return isNew || loaded.exists(projectId);
    }

    /** Follows a change of a project by another instance (a release, a switch, a removal); tries until it succeeds. */
    private void changedElsewhere(String projectId) {
        if (loaded.isFollowed(projectId)) {
            Thread.ofVirtual().name("delivery-follow").start(() -> follow(projectId));
        }
    }

    private void follow(String projectId) {
        try {
            loaded.show(projectId); // at once: a build here may go on for an hour, and the switch may end something
            builds.between(projectId, () -> refresh(projectId));
        } catch (RuntimeException | Error failed) {
            LOG.warn("the changes of project {} cannot be read now; this is tried again", projectId, failed);
            ticker.once(AGAIN_MILLIS, () -> changedElsewhere(projectId));
        }
    }

    private void refresh(String projectId) {
        loaded.follow(projectId);
        ServedProject served = servedProjects.find(projectId);
        letGo();
        if (served == null) {
            builds.forgetMemory(projectId); // another instance has deleted the project
        } else if (served.enabled() && served.release() == null) {
            servedProjects.markReleasePending(projectId);
            builds.automatic(projectId, Build.Trigger.AUTOMATIC); // the other may not get there
        }
    }

    /** Writes what was counted in memory of reads, as every few seconds. */
    public void writeCounts() {
        counts.flush();
        letGo();
    }

    private void letGo() {
        loaded.bound().forEach(builds::forgetMemory);
    }

    /** Shows changed settings to readers. */
    private void show(String projectId) {
        try {
            load(projectId);
        } catch (Failure notNow) {
            // The project is not in memory, so its next load reads these settings.
            if (notNow.kind() != FailureKind.UNAVAILABLE) {
                throw notNow;
            }
            LOG.warn("the release of project {} cannot be loaded now, its settings count all the same", projectId);
        }
        loaded.show(projectId);
    }

    private void forget(Tx tx, ProjectDeleted gone) {
        keys.deleteOfProject(tx, gone.workspaceId(), gone.projectId());
        keeper.deleteAll(tx, gone.projectId());
        previews.deleteAll(tx, gone.projectId());
        signals.send(tx, new DeliveryStorage.DeliveryChanged(gone.projectId()));
        tx.afterCommit(() -> loaded.forget(gone.projectId()));
    }

    /** Asks for builds of projects in which an entry's scheduled time has come, and tries broken builds again. */
    private void tick() {
        loaded.due(config.clock().instant()).forEach(builds::due);
        builds.retry();
    }

    @Override
    public void close() {
        ticker.close();
        builds.close();
        counts.flush();
    }
}
