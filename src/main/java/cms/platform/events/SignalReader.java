package cms.platform.events;

import cms.platform.db.Database;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads each signal of other instances once, whatever order transactions commit in.
 *
 * <p>A sequence number alone would miss rows of transactions that commit late. So each read begins at the oldest
 * transaction that was still running at the read before, and skips known signals; used by one thread.
 */
final class SignalReader {
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration FORGET_EVERY = Duration.ofMinutes(1);

    private final Database database;
    private final SignalStore store;
    private final String origin;
    private final Map<String, Long> delivered = new HashMap<>();
    private SignalStore.Horizon horizon;
    private long forgottenAt;

    /** @param origin name of this instance, whose own signals are skipped */
    SignalReader(Database database, SignalStore store, String origin) {
        this.database = database;
        this.store = store;
        this.origin = origin;
        this.horizon = database.read(store::horizon);
        this.forgottenAt = horizon.nowMillis();
    }

    /** @param gap whether signals may have been deleted before they were read here */
    record News(List<SignalStore.Row> rows, boolean gap) {}

    News read() {
        SignalStore.Horizon before = horizon;
        var look = database.read(tx -> new Look(store.horizon(tx), store.since(tx, before, origin)));
        List<SignalStore.Row> fresh = look.rows().stream()
                .filter(row -> !delivered.containsKey(row.id()))
                .toList();
        fresh.forEach(row -> delivered.put(row.id(), row.txid()));
        horizon = look.horizon();
        delivered.values().removeIf(txid -> txid < horizon.txid());
        forgetOld();
        return new News(fresh, horizon.nowMillis() - before.nowMillis() > KEPT.toMillis() / 2);
    }

    private void forgetOld() {
        if (horizon.nowMillis() - forgottenAt > FORGET_EVERY.toMillis()) {
            forgottenAt = horizon.nowMillis();
            database.writing(tx -> store.forgetOlder(tx, KEPT.toMillis()));
        }
    }

    private record Look(SignalStore.Horizon horizon, List<SignalStore.Row> rows) {}
}
