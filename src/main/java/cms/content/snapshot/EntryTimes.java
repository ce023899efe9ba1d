package cms.content.snapshot;

import java.time.Instant;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The times of the entries of one model and locale; immutable. A large map holds those that many landings left, a small
 * one those that the last landings changed: a landing copies the small map only, and finding the entries that are newer
 * than a landing reads the small map only. The large one may hold ten thousand entries.
 */
final class EntryTimes extends AbstractMap<String, EntryTime> {
    /**
     * Changed entries up to which the small map is always kept apart; beyond that and a share of all entries the maps
     * are merged.
     */
    private static final int FEW = 256;

    private static final int SHARE_OF_ALL = 16;

    private final Map<String, EntryTime> many;

    /** The newest update in the large map. */
    private final Instant latest;

    /** The small map, by entry; empty for a removed one. */
    private final Map<String, Optional<EntryTime>> few;

    private final int size;

    private EntryTimes(Map<String, EntryTime> many, Instant latest, Map<String, Optional<EntryTime>> few, int size) {
        this.many = many;
        this.latest = latest;
        this.few = few;
        this.size = size;
    }

    /** These times; a map that is handed over is not changed afterwards. */
    static EntryTimes of(Map<String, EntryTime> times) {
        if (times instanceof EntryTimes same) {
            return same;
        }
        Instant latest = times.values().stream()
                .map(EntryTime::updated)
                .max(Instant::compareTo)
                .orElse(Instant.MIN);
        return new EntryTimes(times, latest, Map.of(), times.size());
    }

    /** The entries that were updated later than an instant. */
    List<String> updatedAfter(Instant then) {
        List<String> ids = new ArrayList<>();
        if (latest.isAfter(then)) {
            forEach((id, time) -> add(ids, id, time, then));
        } else {
            few.forEach((id, time) -> time.ifPresent(known -> add(ids, id, known, then)));
        }
        return ids;
    }

    private static void add(List<String> ids, String id, EntryTime time, Instant then) {
        if (time.updated().isAfter(then)) {
            ids.add(id);
        }
    }

    @Override
    public @Nullable EntryTime get(@Nullable Object id) {
        Optional<EntryTime> changed = few.get(id);
        return changed != null ? changed.orElse(null) : many.get(id);
    }

    @Override
    public boolean containsKey(@Nullable Object id) {
        return get(id) != null;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Set<Map.Entry<String, EntryTime>> entrySet() {
        return Collections.unmodifiableMap(few.isEmpty() ? many : together()).entrySet();
    }

    private Map<String, EntryTime> together() {
        Map<String, EntryTime> all = new HashMap<>(many);
        few.forEach((id, time) -> {
            if (time.isPresent()) {
                all.put(id, time.get());
            } else {
                all.remove(id);
            }
        });
        return all;
    }

    /** Collects the changes of landings, one after the other. */
    static final class TimesUpdate {
        private final EntryTimes before;
        private final Map<String, Optional<EntryTime>> few;
        private int size;

        TimesUpdate(Map<String, EntryTime> before) {
            this.before = of(before);
            this.few = new HashMap<>(this.before.few);
            this.size = before.size();
        }

        void put(String id, EntryTime time) {
            size += find(id) == null ? 1 : 0;
            few.put(id, Optional.of(time));
        }

        /** Does nothing for an unknown entry. */
        void update(String id, Instant when) {
            EntryTime known = find(id);
            if (known != null) {
                few.put(id, Optional.of(known.updatedAt(when)));
            }
        }

        void remove(String id) {
            size -= find(id) == null ? 0 : 1;
            few.put(id, Optional.empty());
        }

        private @Nullable EntryTime find(String id) {
            Optional<EntryTime> changed = few.get(id);
            return changed != null ? changed.orElse(null) : before.many.get(id);
        }

        EntryTimes done() {
            EntryTimes after = new EntryTimes(before.many, before.latest, few, size);
            return few.size() <= Math.max(FEW, size / SHARE_OF_ALL) ? after : of(after.together());
        }
    }
}
