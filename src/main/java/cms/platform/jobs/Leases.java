package cms.platform.jobs;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases on work that only one instance on the same database may do at a time.
 *
 * <p>On SQLite, where there is no other instance, every lease is granted; threads of one process are not kept apart. A
 * lease is renewed while it is open, and lost {@value #SECONDS} seconds after its process stopped renewing it.
 */
public final class Leases implements AutoCloseable {
    static final int SECONDS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final long MILLIS = Duration.ofSeconds(SECONDS).toMillis();
    private static final long RENEW_EVERY_MILLIS = MILLIS / 5;
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final Database database;
    private final RandomTokens random = new RandomTokens();
    private final LeaseStore store = new LeaseStore();
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private final Ticker ticker = Ticker.inTurn("leases");

    public Leases(Database database) {
        this.database = database;
        if (database.isPostgres()) {
            ticker.every(RENEW_EVERY_MILLIS, this::renew);
        }
    }

    /** Takes a lease; empty while another instance holds it. */
    public Optional<Lease> take(String name) {
        String holder = random.uuid();
        if (database.isPostgres()) {
            if (!database.write(tx -> store.take(tx, name, holder, MILLIS))) {
                return Optional.empty();
            }
            held.add(holder);
        }
        return Optional.of(new Lease(this, name, holder));
    }

    /** Waits for a lease; empty when {@code stillWanted} becomes false before. */
    public Optional<Lease> await(String name, BooleanSupplier stillWanted) {
        return await(name, LOOK_EVERY, stillWanted);
    }

    /** The same with an interval of its own, because each look is a write to the database. */
    public Optional<Lease> await(String name, Duration lookEvery, BooleanSupplier stillWanted) {
        Optional<Lease> lease = take(name);
        while (lease.isEmpty()
                && stillWanted.getAsBoolean()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(lookEvery.toNanos());
            lease = take(name);
        }
        return lease;
    }

    @Override
    public void close() {
        ticker.close();
    }

    boolean isHeld(Tx tx, String name, String holder) {
        return !database.isPostgres() || store.isHeld(tx, name, holder);
    }

    /** Releases a lease; when that fails, it expires. */
    void giveBack(String name, String holder) {
        if (held.remove(holder)) {
            try {
                database.writing(tx -> store.giveBack(tx, name, holder));
            } catch (RuntimeException failed) {
                LOG.warn("the lease {} could not be given back, it ends by itself", name, failed);
            }
        }
    }

    private void renew() {
        try {
            Set<String> all = Set.copyOf(held);
            if (!all.isEmpty()) {
                database.writing(tx -> store.renew(tx, all, MILLIS));
            }
        } catch (RuntimeException failed) {
            LOG.warn("leases could not be renewed, it is tried again", failed);
        }
    }
}
