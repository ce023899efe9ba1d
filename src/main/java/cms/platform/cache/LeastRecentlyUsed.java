package cms.platform.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Cache bounded by weight: when the values are too heavy together, the least recently used one is removed first, and a
 * value that was not used for some time is removed anyway. The most recently used one stays, however heavy it is.
 *
 * <p>Caffeine, which the other caches here use, does not fit: it may refuse the newest value in favour of one that is
 * used more often, and removes at once a value that is heavier than the maximum. Values kept here are about to be used
 * again.
 */
public final class LeastRecentlyUsed<K, V> {
    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<K, Item<V>> items = new LinkedHashMap<>(16, 0.75f, true);
    private final long weightMax;
    private final Duration kept;
    private final ToLongFunction<V> weigher;
    private final Consumer<V> gone;
    private final LongSupplier nanoTime;
    private long weight;

    private static final class Item<V> {
        final V value;
        long weight;
        long usedAt;

        Item(V value) {
            this.value = value;
        }
    }

    /**
     * An empty cache.
     *
     * @param weigher weight of a value in the unit of {@code weightMax}; called by {@link #weigh} and {@link #put} only
     * @param gone called with each value that is removed for weight or age, once and outside of any lock
     */
    public LeastRecentlyUsed(
            long weightMax, Duration kept, ToLongFunction<V> weigher, Consumer<V> gone, LongSupplier nanoTime) {
        this.weightMax = weightMax;
        this.kept = kept;
        this.weigher = weigher;
        this.gone = gone;
        this.nanoTime = nanoTime;
    }

    /**
     * The value of a key, made by {@code make} where it is missing, and marked as used now. {@code make} must be quick;
     * the new value weighs nothing before {@link #weigh}.
     */
    public V get(K key, Function<K, V> make) {
        List<V> leaving;
        V value;
        lock.lock();
        try {
            Item<V> item = items.computeIfAbsent(key, missing -> new Item<>(make.apply(missing)));
            item.usedAt = nanoTime.getAsLong();
            value = item.value;
            leaving = leaving();
        } finally {
            lock.unlock();
        }
        leaving.forEach(gone);
        return value;
    }

    /** The value of a key, marked as used now; null where there is none. */
    public @Nullable V find(K key) {
        lock.lock();
        try {
            Item<V> item = items.get(key);
            if (item == null) {
                return null;
            }
            item.usedAt = nanoTime.getAsLong();
            return item.value;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stores a value and marks it as used now. It replaces the earlier value of the key without a call of {@code gone}.
     */
    public void put(K key, V value) {
        List<V> leaving;
        Item<V> fresh = new Item<>(value);
        fresh.weight = weigher.applyAsLong(value);
        lock.lock();
        try {
            fresh.usedAt = nanoTime.getAsLong();
            Item<V> before = items.put(key, fresh);
            weight += fresh.weight - (before == null ? 0 : before.weight);
            leaving = leaving();
        } finally {
            lock.unlock();
        }
        leaving.forEach(gone);
    }

    /** Weighs a value again; to be called when its weight may have changed. */
    public void weigh(K key, V value) {
        List<V> leaving;
        long now = weigher.applyAsLong(value);
        lock.lock();
        try {
            Item<V> item = items.get(key);
            if (item == null || item.value != value) {
                return;
            }
            weight += now - item.weight;
            item.weight = now;
            leaving = leaving();
        } finally {
            lock.unlock();
        }
        leaving.forEach(gone);
    }

    /** Removes and returns the values of the keys that match, without a call of {@code gone}. */
    public List<V> remove(Predicate<K> keys) {
        lock.lock();
        try {
            List<V> taken = new ArrayList<>();
            Iterator<Map.Entry<K, Item<V>>> each = items.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<K, Item<V>> one = each.next();
                if (keys.test(one.getKey())) {
                    each.remove();
                    weight -= one.getValue().weight;
                    taken.add(one.getValue().value);
                }
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Removes the values that were not used for longer than this, without a call of {@code gone}. */
    public void removeUnused(Duration longer) {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            Iterator<Item<V>> oldestFirst = items.values().iterator();
            while (oldestFirst.hasNext()) {
                Item<V> oldest = oldestFirst.next();
                if (now - oldest.usedAt <= longer.toNanos()) {
                    return;
                }
                oldestFirst.remove();
                weight -= oldest.weight;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Weight of all values together. */
    public long weight() {
        lock.lock();
        try {
            return weight;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes values, the heaviest first, until at least {@code least} was removed or no value that may go is left.
     *
     * @param mayGo whether a value may be removed
     * @return weight of the removed values
     */
    public long removeHeaviest(long least, Predicate<V> mayGo) {
        List<V> leaving = new ArrayList<>();
        long removed = 0;
        lock.lock();
        try {
            List<Map.Entry<K, Item<V>>> heaviestFirst = new ArrayList<>(items.entrySet());
            heaviestFirst.sort(Comparator.comparingLong(item -> -item.getValue().weight));
            for (Map.Entry<K, Item<V>> item : heaviestFirst) {
                if (removed >= least || item.getValue().weight == 0) {
                    break;
                }
                if (mayGo.test(item.getValue().value)) {
                    items.remove(item.getKey());
                    removed += item.getValue().weight;
                    leaving.add(item.getValue().value);
                }
            }
            weight -= removed;
        } finally {
            lock.unlock();
        }
        leaving.forEach(gone);
        return removed;
    }

    /** All values, the least recently used first. */
    public List<V> all() {
        lock.lock();
        try {
            return items.values().stream().map(item -> item.value).toList();
        } finally {
            lock.unlock();
        }
    }

    private List<V> leaving() {
        List<V> leaving = new ArrayList<>();
        Iterator<Item<V>> oldestFirst = items.values().iterator();
        while (items.size() > 1) {
            Item<V> oldest = oldestFirst.next();
            if (weight <= weightMax && nanoTime.getAsLong() - oldest.usedAt <= kept.toNanos()) {
                break;
            }
            oldestFirst.remove();
            weight -= oldest.weight;
            leaving.add(oldest.value);
        }
        return leaving;
    }
}
