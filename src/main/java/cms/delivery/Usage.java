package cms.delivery;

import cms.delivery.serve.Meters;
import cms.platform.db.Database;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Carries what was counted in memory to its rows; nothing is lost while the database cannot be written. */
final class Usage {
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
