package cms.monitoring;

import cms.githost.Hosting;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Ticker;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.Projects;
import cms.review.BranchHealth;
import cms.review.Changes;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The metrics of the whole instance. Each is read when a collector scrapes, and none before the first scrape. */
final class InstanceMeters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InstanceMeters.class);
    private static final Duration QUEUES_KEPT = Duration.ofSeconds(10);
    private static final Duration COUNTED_EVERY = Duration.ofMinutes(5);

    private final MonitoringTargets instance;
    private final Projects projects;
    private final Changes changes;
    private final Hosting hosting;
    private final MonitoredParts parts;
    private final PrometheusMeterRegistry metrics;
    private final TimedCache<Map<String, Backlog>> queues;
    private final TimedCache<Jobs.Due> due;
    private final Ticker ticker = new Ticker("count-changes");
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final AtomicBoolean bound = new AtomicBoolean();
    private volatile Waiting waiting = Waiting.UNKNOWN;

    /** The open changes and parked pushes of all projects, which wait for people. */
    private record Waiting(double openChanges, double parkedPushes) {
        static final Waiting UNKNOWN = new Waiting(Double.NaN, Double.NaN);
    }

    InstanceMeters(
            MonitoringTargets instance, Projects projects, Changes changes, Hosting hosting, MonitoredParts parts) {
        this.instance = instance;
        this.projects = projects;
        this.changes = changes;
        this.hosting = hosting;
        this.parts = parts;
        this.metrics = instance.metrics();
        this.queues = new TimedCache<>(QUEUES_KEPT, instance.clock(), this::queues);
        this.due = new TimedCache<>(QUEUES_KEPT, instance.clock(), this::due);
    }

    /** The text of all metrics. */
    String scrape() {
        if (bound.compareAndSet(false, true)) {
            bind();
            ticker.once(0, this::count);
            ticker.every(COUNTED_EVERY.toMillis(), this::count);
        }
        return metrics.scrape();
    }

    private void bind() {
        instance.database().measuredBy(metrics);
        new JvmMemoryMetrics().bindTo(metrics);
        new JvmThreadMetrics().bindTo(metrics);
        new ProcessorMetrics().bindTo(metrics);
        new UptimeMetrics().bindTo(metrics);
        new FileDescriptorMetrics().bindTo(metrics);
        collections.bindTo(metrics);
        File folder = instance.data().toFile();
        gauge(
                "cms.data.free.bytes",
                "Bytes that the file system of the data folder still takes",
                meters -> folder.getUsableSpace());
        gauge("cms.data.size.bytes", "Bytes of the file system of the data folder", meters -> folder.getTotalSpace());
        gauge(
                "cms.jobs.due",
                "Recurring jobs whose time has come and that no instance runs yet",
                meters -> meters.due.get().jobs());
        gauge(
                "cms.jobs.due.age.seconds",
                "Seconds since the time of the oldest job that no instance runs",
                meters -> meters.due.get().ageSeconds());
        gauge(
                "cms.open.changes",
                "Open changes of all projects, counted every five minutes",
                meters -> meters.waiting.openChanges());
        gauge(
                "cms.parked.pushes",
                "Projects whose pushed commits clash and wait, counted every five minutes",
                meters -> meters.waiting.parkedPushes());
        QueueStore.names().forEach(this::bindQueue);
        parts.names().forEach(this::bindPart);
        Gauge.builder("cms.build.info", () -> 1)
                .description("Which version runs, on which Java")
                .tag("version", Version.RUNNING)
                .tag("java", Runtime.version().toString())
                .register(metrics);
    }

    private void gauge(String name, String description, ToDoubleFunction<InstanceMeters> value) {
        Gauge.builder(name, this, value).description(description).register(metrics);
    }

    private void bindQueue(String name) {
        Gauge.builder("cms.outbox.waiting", () -> queue(name).count())
                .description("Messages that are due and not sent yet, by outbox")
                .tag("outbox", name)
                .register(metrics);
        Gauge.builder("cms.outbox.age.seconds", () -> queue(name).ageSeconds())
                .description("Seconds for which the oldest of them has been due, by outbox")
                .tag("outbox", name)
                .register(metrics);
    }

    private void bindPart(String name) {
        Gauge.builder("cms.part.up", () -> parts.isUp(name) ? 1 : 0)
                .description("Whether a part did its work when it was last asked to, 1 or 0")
                .tag("part", name)
                .register(metrics);
    }

    private Backlog queue(String name) {
        return queues.get().getOrDefault(name, Backlog.UNKNOWN);
    }

    private Map<String, Backlog> queues() {
        try {
            long now = instance.clock().instant().toEpochMilli();
            return instance.database().read(tx -> QueueStore.read(tx, now));
        } catch (RuntimeException away) {
            LOG.debug("queues are not known now", away);
            return Map.of();
        }
    }

    private Jobs.Due due() {
        try {
            return instance.jobs().due();
        } catch (RuntimeException away) {
            LOG.debug("jobs are not known now", away);
            return Jobs.Due.UNKNOWN;
        }
    }

    /**
     * Counts open changes and parked pushes, each project under a mark. A repository that cannot be read now, or is
     * left alone, counts as 0.
     */
    private void count() {
        List<BranchHealth> states = new ArrayList<>();
        for (Project project : projects.all()) {
            try {
                hosting.reading(
                        "count " + project.id(),
                        project.repoFullName(),
                        () -> states.add(changes.health(project, AllowedModels.all())));
            } catch (RuntimeException notNow) {
                LOG.debug("{} cannot be read now", project.id(), notNow);
            }
        }
        waiting = new Waiting(
                states.stream().mapToDouble(BranchHealth::unmergedCount).sum(),
                states.stream().filter(state -> state.parkedPush().isPresent()).count());
    }

    @Override
    public void close() {
        ticker.close();
        collections.close();
    }
}
