package cms.platform.events;

import cms.platform.db.Database;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads each signal of other instances once, whatever order transactions commit in.
 *
 * <p>A sequence number alone would miss rows of transactions that commit late. So each read begins at the oldest
 * transaction that was still running at the read before, and skips known signals; used by one thread.
 */
final class SignalReader {
    private static final Logger LOG = LoggerFactory.getLogger(SignalReader.class);
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Database database;
    private final SignalStore store;
    private final String origin;
    private final Duration forgetEvery;
    private final Map<String, Long> delivered = new HashMap<>();
    private SignalStore.Horizon horizon;
    private long forgottenAt;

    /** @param origin this instance, whose own signals are skipped; old ones of all go every {@code forgetEvery} */
    SignalReader(Database database, SignalStore store, String origin, Duration forgetEvery) {
        this.database = database;
        this.store = store;
        this.origin = origin;
        this.forgetEvery = forgetEvery;
        this.horizon = database.read(store::horizon);
        this.forgottenAt = horizon.nowMillis();
    }

    /** @param gap whether signals may have been deleted before they were read here */
    record UnreadSignals(List<SignalStore.Row> rows, boolean gap) {}

    UnreadSignals read() {
        SignalStore.Horizon before = horizon;
        var look = database.read(tx -> new Look(store.horizon(tx), store.since(tx, before, origin)));
        List<SignalStore.Row> fresh = look.rows().stream()
                .filter(row -> !delivered.containsKey(row.id()))
                .toList();
        fresh.forEach(row -> delivered.put(row.id(), row.txid()));
        horizon = look.horizon();
        delivered.values().removeIf(txid -> txid < horizon.txid());
        forgetOld();
        return new UnreadSignals(fresh, horizon.nowMillis() - before.nowMillis() > KEPT.toMillis() / 2);
    }

    /**
     * Deletes old signals. A failure is only logged: those that were just read are read once, and must be delivered.
     */
    private void forgetOld() {
        if (horizon.nowMillis() - forgottenAt >= forgetEvery.toMillis()) {
            forgottenAt = horizon.nowMillis();
            try {
                database.writing(tx -> store.forgetOlder(tx, KEPT.toMillis()));
            } catch (RuntimeException failed) {
                LOG.warn("old signals could not be deleted, it is tried again", failed);
            }
        }
    }

    private record Look(SignalStore.Horizon horizon, List<SignalStore.Row> rows) {}
}
