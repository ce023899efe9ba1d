package cms.platform.db;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was read of rows, for as long as nothing at all is committed and the second has not ended: a caller that
 * asks after a change was answered gets the new rows, also of a change by another program, and what ends by the clock
 * ends in its second.
 * To ask whether something was committed is a tenth of reading again.
 *
 * <p>On a server, where the question is as long a way as the reading, nothing is kept.
 */
public final class RowMemory<K, V> {
    private static final int KEPT_MAX = 256;

    private final Database database;
    private final @Nullable FileVersion version;
    private final InstantSource clock;
    private final ConcurrentHashMap<K, CachedRow<V>> kept = new ConcurrentHashMap<>();

    private record CachedRow<V>(V value, State state) {}

    /** When something was read, from before it was. */
    private record State(long version, long second) {}

    /** @param version null where nothing is to be kept */
    RowMemory(Database database, @Nullable FileVersion version, InstantSource clock) {
        this.clock = clock;
        this.database = database;
        this.version = version;
    }

    /**
     * The value that is kept for {@code key}, else the one that {@code read} finds in a transaction of its own; an absent
     * value is not kept.
     */
    public Optional<V> get(K key, Function<Tx, Optional<V>> read) {
        if (version == null) {
            return database.read(read);
        }
        State now;
        try {
            now = new State(version.now(), clock.instant().getEpochSecond());
        } catch (SQLException unknown) {
            return database.read(read);
        }
        CachedRow<V> known = kept.get(key);
        if (known != null && known.state().equals(now)) {
            return Optional.of(known.value());
        }
        Optional<V> fresh = database.read(read);
        fresh.ifPresent(value -> keep(key, new CachedRow<>(value, now)));
        return fresh;
    }

    int size() {
        return kept.size();
    }

    private void keep(K key, CachedRow<V> fresh) {
        if (kept.size() >= KEPT_MAX) {
            kept.values().removeIf(old -> !old.state().equals(fresh.state()));
        }
        if (kept.size() >= KEPT_MAX) {
            kept.clear();
        }
        kept.put(key, fresh);
    }
}
