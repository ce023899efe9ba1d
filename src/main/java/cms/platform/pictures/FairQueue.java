package cms.platform.pictures;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The waiting orders: urgent ones first, and of equal urgency one of each owner in turn. Used under the lock of the
 * pool.
 */
final class FairQueue<T> {
    private final int eachMax;
    private final Map<Urgency, SequencedMap<String, ArrayDeque<T>>> waiting = new EnumMap<>(Urgency.class);
    private final Map<String, Integer> counts = new HashMap<>();

    FairQueue(int eachMax) {
        this.eachMax = eachMax;
        for (Urgency urgency : Urgency.values()) {
            waiting.put(urgency, new LinkedHashMap<>());
        }
    }

    /** Adds an order; false when this owner has its maximum waiting. */
    boolean add(String owner, Urgency urgency, T turn) {
        if (counts.getOrDefault(owner, 0) >= eachMax) {
            return false;
        }
        owners(urgency).computeIfAbsent(owner, missing -> new ArrayDeque<>()).addLast(turn);
        counts.merge(owner, 1, Integer::sum);
        return true;
    }

    /** The next order among the urgencies that may begin now; null when none waits. */
    @Nullable
    T next(Predicate<Urgency> mayBegin) {
        for (Urgency urgency : Urgency.values()) {
            Map.Entry<String, ArrayDeque<T>> first =
                    mayBegin.test(urgency) ? owners(urgency).pollFirstEntry() : null;
            if (first != null) {
                T turn = first.getValue().removeFirst();
                if (!first.getValue().isEmpty()) {
                    owners(urgency).put(first.getKey(), first.getValue());
                }
                forget(first.getKey());
                return turn;
            }
        }
        return null;
    }

    /** Removes an order that has waited for too long. */
    void remove(String owner, Urgency urgency, T turn) {
        ArrayDeque<T> turns = owners(urgency).get(owner);
        if (turns != null && turns.remove(turn)) {
            forget(owner);
            if (turns.isEmpty()) {
                owners(urgency).remove(owner);
            }
        }
    }

    private SequencedMap<String, ArrayDeque<T>> owners(Urgency urgency) {
        return waiting.computeIfAbsent(urgency, missing -> new LinkedHashMap<>());
    }

    private void forget(String owner) {
        counts.computeIfPresent(owner, (same, count) -> count == 1 ? null : count - 1);
    }
}
