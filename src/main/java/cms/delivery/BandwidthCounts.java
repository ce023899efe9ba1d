package cms.delivery;

import cms.delivery.count.DeliveryUsageStore;
import cms.delivery.count.Served;
import cms.delivery.serve.KeyMeters;
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

/** Writes the counts in memory to their rows; nothing is lost while the database cannot be written. */
final class BandwidthCounts {
    private final Database database;
    private final KeyMeters meters;
    private final Projects projects;
    private final Consumer<String> onRead;
    private final Usage usage;
    private final InstantSource clock;
    private final DeliveryUsageStore store = new DeliveryUsageStore();
    private final ReentrantLock turn = new ReentrantLock();
    private final Map<Served, Served> unwritten = new HashMap<>();

    /** @param onRead called with each project that was read since the last time */
    BandwidthCounts(
            Database database, KeyMeters meters, Projects projects, DeliveryConfig config, Consumer<String> onRead) {
        this.database = database;
        this.meters = meters;
        this.projects = projects;
        this.onRead = onRead;
        this.usage = config.usage();
        this.clock = config.clock();
    }

    /** Compares the bytes that all projects of a workspace sent this month with its plan and paid allowance. */
    void limit(String workspaceId) {
        flush();
        long ceiling = database.read(tx -> usage.ceiling(tx, workspaceId, Meter.CDN_BANDWIDTH));
        long sent = database.read(tx -> usage.used(tx, workspaceId, Meter.CDN_BANDWIDTH));
        meters.bandwidth(workspaceId).limit(ceiling, sent, clock.instant());
    }

    /** Does so for every workspace with reads, because other instances send as well, and plans change. */
    void limitAll() {
        projects.all().stream()
                .map(Project::workspaceId)
                .distinct()
                .filter(meters::hasBandwidth)
                .forEach(this::limit);
    }

    /** Writes the reads since the last time to rows; counts that cannot be written wait for the next time. */
    void flush() {
        turn.lock();
        try {
            take();
            if (!unwritten.isEmpty()) {
                database.writing(tx -> unwritten.values().forEach(one -> count(tx, one)));
                unwritten.clear();
            }
        } finally {
            turn.unlock();
        }
    }

    /** Tells which projects were read since the last time, unless that is done just now; rows are not written. */
    void noteReads() {
        if (turn.tryLock()) {
            try {
                take();
            } finally {
                turn.unlock();
            }
        }
    }

    private void take() {
        List<Served> served = meters.drain();
        served.forEach(one -> onRead.accept(one.projectId()));
        served.forEach(one -> unwritten.merge(one.of(), one, Served::plus));
    }

    private void count(Tx tx, Served served) {
        store.add(tx, served);
        LocalDate day = LocalDate.ofEpochDay(served.day());
        usage.add(tx, served.workspaceId(), Meter.CDN_BANDWIDTH, served.bytes(), day);
    }
}
