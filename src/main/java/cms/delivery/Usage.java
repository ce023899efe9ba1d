package cms.delivery;

import cms.delivery.serve.Meters;
import cms.plan.Allowance;
import cms.platform.db.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Carries what was counted in memory to its rows; nothing is lost while the database cannot be written. */
final class Usage {
    private static final long GIGABYTE = 1L << 30;

    private final Database database;
    private final Meters meters;
    private final InstantSource clock;
    private final UsageStore store = new UsageStore();
    private final ReentrantLock turn = new ReentrantLock();
    private final List<Meters.Served> unwritten = new ArrayList<>();

    Usage(Database database, Meters meters, InstantSource clock) {
        this.database = database;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Says how much the projects of a workspace may send in a month; what they have sent already counts.
     *
     * @param gigabytes the amount of the plan
     */
    void limit(String workspaceId, List<String> projectIds, Allowance gigabytes) {
        switch (gigabytes) {
            case Allowance.Unlimited() -> meters.bandwidth(workspaceId).limit(Long.MAX_VALUE, 0, clock.instant());
            case Allowance.AtMost(long amount) -> {
                flush();
                Instant now = clock.instant();
                LocalDate first = LocalDate.ofInstant(now, ZoneOffset.UTC).withDayOfMonth(1);
                long sent = database.read(tx -> store.bytesSince(tx, projectIds, first));
                meters.bandwidth(workspaceId).limit(amount * GIGABYTE, sent, now);
            }
        }
    }

    /** Writes down what was read since the last time; what cannot be written waits for the next. */
    void flush() {
        turn.lock();
        try {
            unwritten.addAll(meters.drain());
            if (!unwritten.isEmpty()) {
                LocalDate day = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
                database.writing(tx -> unwritten.forEach(one -> store.add(tx, day, one)));
                unwritten.clear();
            }
        } finally {
            turn.unlock();
        }
    }
}
