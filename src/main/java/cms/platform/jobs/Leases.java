package cms.platform.jobs;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases on work that only one instance on the same database may do at a time.
 *
 * <p>On SQLite, where there is no other instance, every lease is granted; threads of one process are not kept apart. A
 * lease is renewed while it is open, and lost once its process has not renewed it for its life, {@value #SECONDS}
 * seconds where the caller names none.
 */
public final class Leases implements AutoCloseable {
    static final int SECONDS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final Duration LIFE = Duration.ofSeconds(SECONDS);
    private static final long RENEW_EVERY_MILLIS = 1_000;
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final Database database;
    private final RandomTokens random = new RandomTokens();
    private final LeaseStore store = new LeaseStore();
    /** The life of each lease that is open here, by its holder. */
    private final Map<String, Duration> held = new ConcurrentHashMap<>();

    private final Ticker ticker = Ticker.inTurn("leases");

    public Leases(Database database) {
        this.database = database;
        if (database.isPostgres()) {
            ticker.every(RENEW_EVERY_MILLIS, this::renew);
        }
    }

    /** Takes a lease; empty while another instance holds it. */
    public Optional<Lease> take(String name) {
        return take(name, LIFE);
    }

    private Optional<Lease> take(String name, Duration life) {
        String holder = random.uuid();
        if (database.isPostgres()) {
            if (!database.write(tx -> store.take(tx, name, holder, life.toMillis()))) {
                return Optional.empty();
            }
            held.put(holder, life);
        }
        return Optional.of(new Lease(this, name, holder));
    }

    /** Waits for a lease; empty when {@code stillWanted} becomes false before. */
    public Optional<Lease> await(String name, BooleanSupplier stillWanted) {
        return await(name, LIFE, stillWanted);
    }

    /** The same with a life of its own, some seconds at least, for work that others are to take over sooner. */
    public Optional<Lease> await(String name, Duration life, BooleanSupplier stillWanted) {
        Optional<Lease> lease = take(name, life);
        while (lease.isEmpty()
                && stillWanted.getAsBoolean()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            lease = take(name, life);
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
        if (held.remove(holder) != null) {
            try {
                database.writing(tx -> store.giveBack(tx, name, holder));
            } catch (RuntimeException failed) {
                LOG.warn("the lease {} could not be given back, it ends by itself", name, failed);
            }
        }
    }

    private void renew() {
        try {
            Map<Duration, List<String>> byLife = held.entrySet().stream()
                    .collect(Collectors.groupingBy(
                            Map.Entry::getValue, Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
            if (!byLife.isEmpty()) {
                database.writing(tx -> byLife.forEach((life, holders) -> store.renew(tx, holders, life.toMillis())));
            }
        } catch (RuntimeException failed) {
            LOG.warn("leases could not be renewed, it is tried again", failed);
        }
    }
}
