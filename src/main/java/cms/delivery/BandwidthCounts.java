package cms.delivery;

import cms.delivery.serve.Meters;
import cms.plan.Allowance;
import cms.plan.Limit;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.project.Project;
import cms.project.Projects;
import cms.usage.Meter;
import cms.usage.Usage;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Carries what was counted in memory to its rows; nothing is lost while the database cannot be written. */
final class BandwidthCounts {
    private static final long GIGABYTE = 1L << 30;

    private final Database database;
    private final Meters meters;
    private final Projects projects;
    private final Plans plans;
    private final Consumer<String> onRead;
    private final Usage usage;
    private final InstantSource clock;
    private final UsageStore store = new UsageStore();
    private final ReentrantLock turn = new ReentrantLock();
    private final Map<Meters.Served, Meters.Served> unwritten = new HashMap<>();

    /** @param onRead told of each project that was read since the last time */
    BandwidthCounts(Database database, Meters meters, Projects projects, DeliveryTerms terms, Consumer<String> onRead) {
        this.database = database;
        this.meters = meters;
        this.projects = projects;
        this.plans = terms.plans();
        this.onRead = onRead;
        this.usage = terms.usage();
        this.clock = terms.clock();
    }

    /** What all projects of a workspace have sent in this month counts against its plan together. */
    void limit(String workspaceId) {
        limitThose(workspaceId::equals);
    }

    /** The same for every workspace of which somebody reads: other instances read, too, and plans change. */
    void limitAll() {
        limitThose(meters::hasBandwidth);
    }

    private void limitThose(Predicate<String> chosen) {
        projects.all().stream()
                .filter(project -> chosen.test(project.workspaceId()))
                .collect(Collectors.groupingBy(Project::workspaceId))
                .forEach(this::limit);
    }

    private void limit(String workspaceId, List<Project> all) {
        Plan plan = projects.workspaceOf(all.getFirst()).plan();
        switch (plans.amount(plan, Limit.CDN_BANDWIDTH_GB)) {
            case Allowance.Unlimited() -> meters.bandwidth(workspaceId).limit(Long.MAX_VALUE, 0, clock.instant());
            case Allowance.AtMost(long amount) -> {
                flush();
                long sent = database.read(tx -> usage.used(tx, workspaceId, Meter.CDN_BANDWIDTH));
                meters.bandwidth(workspaceId).limit(amount * GIGABYTE, sent, clock.instant());
            }
        }
    }

    /** Writes down what was read since the last time; what cannot be written waits for the next. */
    void flush() {
        turn.lock();
        try {
            List<Meters.Served> served = meters.drain();
            served.forEach(one -> onRead.accept(one.projectId()));
            served.forEach(one -> unwritten.merge(one.of(), one, Meters.Served::plus));
            if (!unwritten.isEmpty()) {
                database.writing(tx -> unwritten.values().forEach(one -> count(tx, one)));
                unwritten.clear();
            }
        } finally {
            turn.unlock();
        }
    }

    private void count(Tx tx, Meters.Served served) {
        store.add(tx, served);
        LocalDate day = LocalDate.ofEpochDay(served.day());
        usage.add(tx, served.workspaceId(), Meter.CDN_BANDWIDTH, served.bytes(), day);
    }
}
