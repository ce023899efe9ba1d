package cms.format.merge;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A second statement of the rules of design 5 over plain maps: objects merge by key down to a depth, below it a value
 * is one thing; one-sided changes win, two different ones clash, delete against edit clashes as a whole.
 */
final class MergeOracle {
    private final int depth;
    private final Set<String> clashes = new TreeSet<>();

    /** @param depth how many levels merge by key */
    MergeOracle(int depth) {
        this.depth = depth;
    }

    /** Where both sides cannot stand: the keys from the root, joined by a slash. */
    Set<String> clashes() {
        return clashes;
    }

    /** The merged object; what clashes is left out. */
    Map<String, Object> merge(@Nullable Object base, @Nullable Object ours, @Nullable Object theirs) {
        return object(base, ours, theirs, "", depth);
    }

    private Map<String, Object> object(
            @Nullable Object base, @Nullable Object ours, @Nullable Object theirs, String path, int levels) {
        Set<String> keys = new TreeSet<>(members(base).keySet());
        keys.addAll(members(ours).keySet());
        keys.addAll(members(theirs).keySet());
        Map<String, Object> merged = new TreeMap<>();
        for (String key : keys) {
            Object value = value(
                    members(base).get(key),
                    members(ours).get(key),
                    members(theirs).get(key),
                    path.isEmpty() ? key : path + "/" + key,
                    levels);
            if (value != null) {
                merged.put(key, value);
            }
        }
        return merged;
    }

    private @Nullable Object value(
            @Nullable Object base, @Nullable Object ours, @Nullable Object theirs, String path, int levels) {
        if (Objects.equals(ours, theirs) || Objects.equals(base, theirs)) {
            return ours;
        }
        if (Objects.equals(base, ours)) {
            return theirs;
        }
        boolean both = ours instanceof Map && theirs instanceof Map && (base == null || base instanceof Map);
        if (both && levels > 1) {
            return object(base, ours, theirs, path, levels - 1);
        }
        clashes.add(path);
        return null;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> members(@Nullable Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }
}
