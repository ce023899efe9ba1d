package cms.monitoring;

import cms.githost.Hosting;
import cms.platform.http.Routes;
import cms.project.Projects;
import cms.review.Changes;
import cms.settings.Settings;

/** The door of monitoring: health, readiness, metrics. */
public final class Monitoring implements AutoCloseable {
    private final MonitoredParts parts;
    private final OutageLines lines;
    private final InstanceMeters meters;
    private final HealthRoutes health;
    private final MetricsRoutes metrics;

    public Monitoring(
            MonitoringTargets instance, Settings settings, Projects projects, Changes changes, Hosting hosting) {
        this.parts = new MonitoredParts(Probes.of(instance, settings.identity()), instance.clock());
        this.lines = new OutageLines(parts);
        this.meters = new InstanceMeters(instance, projects, changes, hosting, parts);
        this.health = new HealthRoutes(instance, parts);
        this.metrics = new MetricsRoutes(meters, settings.server());
    }

    public void routes(Routes routes) {
        health.routes(routes);
        metrics.routes(routes);
    }

    /** Probes each part once on another thread, and watches them from now on. */
    public void start() {
        lines.begin();
        parts.begin();
    }

    @Override
    public void close() {
        lines.end();
        parts.close();
        meters.close();
    }
}
