package cms.platform.json;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The members that differ between two versions of an object, compared by identity: an unchanged value is the same
 * object in both. Both are walked side by side, because looking up ten thousand names costs many times as much.
 *
 * @param names members whose values are different objects, equal or not, and those that only one version has
 * @param sameNames whether both have the same names in the same order
 */
public record ChangedMembers(Set<String> names, boolean sameNames) {
    private static final ChangedMembers NOTHING = new ChangedMembers(Set.of(), true);

    /** Number of members from which on a walk costs more than remembering its result. */
    private static final int MANY = 1_000;

    private static final int KNOWN_MAX = 64;

    /** The latest results, as the history, the health and every open page ask about the same landing. */
    private static final AtomicReferenceArray<@Nullable Known> KNOWN = new AtomicReferenceArray<>(KNOWN_MAX);

    private record Known(WeakReference<ObjectNode> before, WeakReference<ObjectNode> after, ChangedMembers changed) {}

    /** The differences between two objects, neither of which may change any more. */
    public static ChangedMembers between(ObjectNode before, ObjectNode after) {
        if (before == after) {
            return NOTHING;
        }
        if (after.size() < MANY) {
            return walked(before, after);
        }
        Known known = KNOWN.get(place(before, after));
        if (known != null && known.before.refersTo(before) && known.after.refersTo(after)) {
            return known.changed;
        }
        ChangedMembers changed = walked(before, after);
        changed.remember(before, after);
        return changed;
    }

    /** Notes that this is what {@link #between} finds, so that nobody has to look, as the writer of a version knows. */
    public void remember(ObjectNode before, ObjectNode after) {
        if (before != after && after.size() >= MANY && names.size() < MANY) {
            Known known = new Known(new WeakReference<>(before), new WeakReference<>(after), this);
            KNOWN.set(place(before, after), known);
        }
    }

    private static int place(ObjectNode before, ObjectNode after) {
        return (System.identityHashCode(before) * 31 + System.identityHashCode(after)) & (KNOWN_MAX - 1);
    }

    private static ChangedMembers walked(ObjectNode before, ObjectNode after) {
        return new Walk(before::get, after::get)
                .over(before.properties().iterator(), after.properties().iterator());
    }

    /** The differences between two maps. */
    public static ChangedMembers between(Map<String, ?> before, Map<String, ?> after) {
        if (before == after) {
            return NOTHING;
        }
        return new Walk(before::get, after::get)
                .over(before.entrySet().iterator(), after.entrySet().iterator());
    }

    private static final class Walk {
        private final Function<String, @Nullable Object> before;
        private final Function<String, @Nullable Object> after;
        private final Set<String> names = new LinkedHashSet<>();

        Walk(Function<String, @Nullable Object> before, Function<String, @Nullable Object> after) {
            this.before = before;
            this.after = after;
        }

        ChangedMembers over(
                Iterator<? extends Map.Entry<String, ?>> olds, Iterator<? extends Map.Entry<String, ?>> news) {
            boolean sameNames = true;
            Map.Entry<String, ?> was = next(olds);
            Map.Entry<String, ?> now = next(news);
            while (was != null || now != null) {
                if (was != null && now != null && was.getKey().equals(now.getKey())) {
                    note(now.getKey(), was.getValue() == now.getValue());
                    was = next(olds);
                    now = next(news);
                    continue;
                }
                // In another order each name is looked up in both versions, so that none is missed.
                sameNames = false;
                boolean isOld = was != null && (now == null || after.apply(was.getKey()) == null);
                Map.Entry<String, ?> one = Objects.requireNonNull(isOld ? was : now);
                note(one.getKey(), before.apply(one.getKey()) == after.apply(one.getKey()));
                was = isOld ? next(olds) : was;
                now = isOld ? now : next(news);
            }
            return new ChangedMembers(Collections.unmodifiableSet(names), sameNames);
        }

        private void note(String name, boolean same) {
            if (!same) {
                names.add(name);
            }
        }

        private static Map.@Nullable Entry<String, ?> next(Iterator<? extends Map.Entry<String, ?>> entries) {
            return entries.hasNext() ? entries.next() : null;
        }
    }
}
