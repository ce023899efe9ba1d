package cms.content.snapshot;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tags of the entries of one model and locale. Every version of that content shares them: parsed values are never
 * changed and stay the same objects while others in their file change, so a tag holds as long as the objects that it
 * was made from.
 */
final class KnownTags {
    private final ConcurrentHashMap<String, Known> byKey = new ConcurrentHashMap<>();

    /** The last counts of {@link StyleWarnings}, kept here so that they live as long as the content. */
    volatile StyleWarnings.@Nullable Tally tally;

    private record Known(Object value, @Nullable Object meta, long tag) {
        boolean isOf(Object otherValue, @Nullable Object otherMeta) {
            return value == otherValue && meta == otherMeta;
        }
    }

    /** The tag of an entry that consists of these two objects. */
    long get(String key, Object value, @Nullable Object meta, LongSupplier make) {
        Known known = byKey.get(key);
        if (known == null || !known.isOf(value, meta)) {
            known = new Known(value, meta, make.getAsLong());
            byKey.put(key, known);
        }
        return known.tag();
    }

    /** Forgets the entries that are not there any more. */
    void keep(Set<String> keys) {
        if (byKey.size() > keys.size()) {
            byKey.keySet().retainAll(keys);
        }
    }
}
