package cms.platform.db;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What was read of some tables, for as long as this process changes none of their rows: whoever asks after a change
 * was answered hears of it. What somebody else does to the file of the database is seen within a second.
 *
 * <p>On a server, where other instances write as well, nothing is kept.
 */
public final class RowMemory<K, V> {
    private static final Duration KEPT = Duration.ofSeconds(1);
    private static final int KEPT_MAX = 256;

    private final Database database;
    private final Set<String> tables;
    private final boolean keeps;
    private final LongSupplier nanoTime;
    private final AtomicLong changes = new AtomicLong();
    private final ConcurrentHashMap<K, Kept<V>> kept = new ConcurrentHashMap<>();

    /** @param changes how many changes had been seen before it was read */
    private record Kept<V>(V value, long changes, long atNanos) {
        boolean isGood(long changesNow, long now) {
            return changes == changesNow && now - atNanos < KEPT.toNanos();
        }
    }

    /** @param tables those that are read, and those whose rows take rows of them along */
    RowMemory(Database database, Set<String> tables, boolean keeps, LongSupplier nanoTime) {
        this.database = database;
        this.tables = Set.copyOf(tables);
        this.keeps = keeps;
        this.nanoTime = nanoTime;
    }

    /**
     * What is known about {@code key}, or what {@code read} finds in a transaction of its own; that there is nothing is not
     * kept.
     */
    public Optional<V> get(K key, Function<Tx, Optional<V>> read) {
        if (!keeps) {
            return database.read(read);
        }
        long before = changes.get();
        long now = nanoTime.getAsLong();
        @Nullable Kept<V> known = kept.get(key);
        if (known != null && known.isGood(before, now)) {
            return Optional.of(known.value());
        }
        Optional<V> fresh = database.read(read);
        fresh.ifPresent(value -> keep(key, new Kept<>(value, before, now)));
        return fresh;
    }

    /** A transaction has ended, one way or the other. */
    void ended(Touched touched) {
        if (touched.anyOf(tables)) {
            changes.incrementAndGet();
        }
    }

    int size() {
        return kept.size();
    }

    private void keep(K key, Kept<V> fresh) {
        if (kept.size() >= KEPT_MAX) {
            kept.values().removeIf(old -> !old.isGood(fresh.changes(), fresh.atNanos()));
        }
        if (kept.size() >= KEPT_MAX) {
            kept.clear();
        }
        kept.put(key, fresh);
    }
}
