package cms.delivery;

import cms.apikeys.ApiKeys;
import cms.delivery.read.KeptReleases;
import cms.delivery.read.ReleaseRoutes;
import cms.delivery.read.Watchers;
import cms.delivery.serve.BlockingReads;
import cms.delivery.serve.DeliveryDoor;
import cms.delivery.serve.Gate;
import cms.delivery.serve.Meters;
import cms.delivery.serve.Outlet;
import cms.delivery.serve.Outlets;
import cms.delivery.serve.Release;
import cms.githost.Hosting;
import cms.plan.Allowance;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plan;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.FrontDoor;
import cms.platform.http.Routes;
import cms.project.DeliverySettings;
import cms.project.Project;
import cms.project.ProjectDeleted;
import cms.project.Projects;
import cms.review.Changes;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The door of this room: switches delivery, starts builds, and tells what became of them. */
public final class Delivery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    private static final long TICK_MILLIS = 250;
    private static final long SETTLE_MILLIS = 2_000;
    private static final long FLUSH_MILLIS = 5_000;

    private final Database database;
    private final Projects projects;
    private final ApiKeys keys;
    private final DeliveryTerms terms;
    private final Outlets outlets = new Outlets();
    private final Watchers watchers = new Watchers(outlets::find);
    private final Gate gate;
    private final ReleaseKeeper keeper;
    private final Builds builds;
    private final Usage usage;
    private final ScheduledExecutorService ticker = Executors.newScheduledThreadPool(
            2, Thread.ofVirtual().name("delivery").factory());

    public Delivery(
            DeliveryStorage storage,
            Hosting hosting,
            Projects projects,
            Changes changes,
            ApiKeys keys,
            DeliveryTerms terms) {
        this.database = storage.database();
        this.projects = projects;
        this.keys = keys;
        this.terms = terms;
        Meters meters = new Meters(terms.readsPerHour());
        this.usage = new Usage(database, meters, terms.clock());
        this.gate = new Gate(keys, outlets, meters, terms.clock());
        this.keeper = new ReleaseKeeper(storage, terms.clock());
        this.builds = new Builds(
                projects, new ProjectBuilds(hosting, outlets, this::load, keeper, terms.clock()), terms.clock());
        outlets.onChange(watchers::changed);
        storage.announcements().within(ProjectDeleted.class, this::forget);
        changes.onMoved(moved -> {
            if (moved.after() != null) {
                onRepository(moved.project().repoFullName());
            }
        });
    }

    /** Ends what a stopped process left, loads the releases, and builds what has moved on since. */
    public void start() {
        keeper.endAbandoned();
        Thread.ofVirtual()
                .name("delivery-load")
                .start(() -> projects.all().stream()
                        .filter(project -> project.delivery().enabled())
                        .forEach(this::loadAndCatchUp));
        every(TICK_MILLIS, this::tick);
        every(SETTLE_MILLIS, outlets::settle);
        every(FLUSH_MILLIS, usage::flush);
    }

    public void routes(Routes routes) {
        new ReleaseRoutes(new BlockingReads(gate, this::load), new KeptReleases(this::kept), watchers).mount(routes);
        new DeliveryRoutes(this, projects.access(), new BlockingReads(gate, this::load)).mount(routes);
        new KeyRoutes(this, keys, projects.access()).mount(routes);
    }

    /** Answers reads from memory before any route is asked. */
    public FrontDoor frontDoor() {
        return new DeliveryDoor(gate, terms.metrics());
    }

    /** A workspace has another plan: its projects are delivered, or not, from now on. */
    public void planChanged(String workspaceId) {
        limitBandwidth(workspaceId);
        projects.all().stream()
                .filter(project -> project.workspaceId().equals(workspaceId))
                .forEach(this::show);
    }

    /** Stores settings and acts on them; the answer is what holds now. */
    DeliverySettings change(Project project, DeliverySettings settings) {
        database.writing(tx -> projects.setDelivery(tx, project.id(), settings));
        Project changed = projects.find(project.id()).orElseThrow(() -> Failure.notFound("There is no such project."));
        show(changed);
        if (changed.delivery().enabled()) {
            builds.automatic(changed.id());
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

    List<ObjectNode> newestBuilds(Project project) {
        return keeper.newestBuilds(project.id());
    }

    /** Fails with {@code FORBIDDEN} where the plan of the workspace does not include delivery. */
    void requirePlan(Project project) {
        if (!granted(project)) {
            throw Failure.forbidden("The plan of this workspace does not include delivery.");
        }
    }

    /** How many delivery keys the plan grants a project. */
    Allowance keyAllowance(Project project) {
        return terms.plans().amount(projects.workspaceOf(project).plan(), Limit.CDN_API_KEYS);
    }

    DeliveryTerms terms() {
        return terms;
    }

    /** Something happened to a repository: every project that is delivered from it looks. */
    private void onRepository(String repoFullName) {
        Thread.ofVirtual()
                .name("delivery-moved")
                .start(() -> projects.onRepository(repoFullName).stream()
                        .filter(project -> project.delivery().enabled())
                        .forEach(project -> builds.automatic(project.id())));
    }

    private void loadAndCatchUp(Project project) {
        try {
            load(project.id());
            builds.automatic(project.id());
        } catch (RuntimeException failed) {
            LOG.warn("the release of project {} could not be loaded", project.id(), failed);
        }
    }

    /** Brings a project's outlet into memory; unknown projects stay unknown. */
    private void load(String projectId) {
        if (outlets.find(projectId) == null) {
            projects.find(projectId).ifPresent(project -> {
                limitBandwidth(project.workspaceId());
                outlets.putIfAbsent(outlet(project, keeper.current(projectId).orElse(null)));
            });
        }
    }

    private @Nullable Release kept(String projectId, String commitSha) {
        Outlet outlet = outlets.find(projectId);
        Release current = outlet == null ? null : outlet.release();
        return keeper.ofCommit(projectId, commitSha, current);
    }

    /** What all projects of a workspace have sent in this month counts against its plan together. */
    private void limitBandwidth(String workspaceId) {
        List<Project> all = projects.all().stream()
                .filter(project -> project.workspaceId().equals(workspaceId))
                .toList();
        if (!all.isEmpty()) {
            Plan plan = projects.workspaceOf(all.getFirst()).plan();
            List<String> ids = all.stream().map(Project::id).toList();
            usage.limit(workspaceId, ids, terms.plans().amount(plan, Limit.CDN_BANDWIDTH_GB));
        }
    }

    /** Shows changed settings to readers. */
    private void show(Project project) {
        load(project.id());
        outlets.change(project.id(), outlet -> outlet(project, outlet.release()));
    }

    private Outlet outlet(Project project, @Nullable Release release) {
        DeliverySettings settings = project.delivery();
        return new Outlet(project.id(), settings.enabled(), granted(project), settings.publicMedia(), release);
    }

    private boolean granted(Project project) {
        return terms.plans().allows(projects.workspaceOf(project).plan(), Feature.CDN_DELIVERY);
    }

    private void forget(Tx tx, ProjectDeleted gone) {
        keys.revokeAll(tx, gone.projectId());
        keeper.deleteAll(tx, gone.projectId());
        tx.afterCommit(() -> {
            outlets.remove(gone.projectId());
            builds.forget(gone.projectId());
            Thread.ofVirtual().start(() -> keeper.deleteObjects(gone.projectId()));
        });
    }

    /** Builds where the time of an entry has come. */
    private void tick() {
        Instant now = terms.clock().instant();
        for (Outlet outlet : outlets.all()) {
            if (outlet.enabled() && outlet.isDue(now)) {
                builds.due(outlet.projectId());
            }
        }
        builds.retry();
    }

    private void every(long millis, Runnable work) {
        Runnable careful = () -> {
            try {
                work.run();
            } catch (RuntimeException failed) {
                LOG.error("work of delivery failed, it is tried again", failed);
            }
        };
        ticker.scheduleWithFixedDelay(careful, millis, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        ticker.shutdown();
        builds.close();
        usage.flush();
    }
}
