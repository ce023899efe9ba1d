package cms.platform.db;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Cache of values read from rows, valid until the next commit of anything and the end of the present second: a caller
 * that reads after a change was answered gets the new rows, also after a change by another program, and values that
 * expire by the clock expire in their second. To ask whether anything was committed costs a tenth of reading again.
 *
 * <p>On PostgreSQL, where asking takes as long as reading, nothing is cached.
 */
public final class RowMemory<K, V> {
    private static final int KEPT_MAX = 256;

    private final Database database;
    private final @Nullable FileVersion version;
    private final InstantSource clock;
    private final ConcurrentHashMap<K, CachedRow<V>> kept = new ConcurrentHashMap<>();

    private record CachedRow<V>(V value, State state) {}

    /**
     * State of the database when a value was read, taken before the reading: the version of the file, and the second.
     */
    private record State(long version, long second) {}

    /** @param version null where nothing is cached */
    RowMemory(Database database, @Nullable FileVersion version, InstantSource clock) {
        this.clock = clock;
        this.database = database;
        this.version = version;
    }

    /**
     * The cached value of {@code key}, or else the one that {@code read} finds in a transaction of its own; an absent
     * value is not cached.
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
