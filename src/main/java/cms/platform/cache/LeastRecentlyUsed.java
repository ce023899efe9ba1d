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
 * Keeps values up to a weight: when they are too heavy together, the one that was used longest ago is removed first, and
 * one that nobody has used for some time is removed anyway. The one that was used last stays, however heavy it is.
 *
 * <p>It is not Caffeine, which serves the other caches here: that may refuse the newest value in favour of one that is
 * used more often, and removes at once what is heavier than the maximum. What is kept here is about to be used again.
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
     * @param weigher in the unit of {@code weightMax}; asked by {@link #weigh} and {@link #put} alone
     * @param gone hears of everything that is removed for room or age, once and outside of any lock
     */
    public LeastRecentlyUsed(
            long weightMax, Duration kept, ToLongFunction<V> weigher, Consumer<V> gone, LongSupplier nanoTime) {
        this.weightMax = weightMax;
        this.kept = kept;
        this.weigher = weigher;
        this.gone = gone;
        this.nanoTime = nanoTime;
    }

    /** The value of a key, used last by this; {@code make} must be quick, and weighs nothing before {@link #weigh}. */
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

    /** The value of a key, used last by this; null where there is none. */
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

    /** Keeps a value in place of the one that the key had, of which {@code gone} does not hear; used last by this. */
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

    /** To be called when something may have become heavier or lighter. */
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

    /** Removes whatever has such a key; {@code gone} does not hear of it. */
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

    /** Removes what nobody has used for longer than this; {@code gone} does not hear of it. */
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

    /** What all of them weigh together. */
    public long weight() {
        lock.lock();
        try {
            return weight;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes the heaviest, and the next, until they weighed as much or nothing is left.
     *
     * @param mayGo which of them
     * @return what they weighed
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

    /** Used longest ago first. */
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
