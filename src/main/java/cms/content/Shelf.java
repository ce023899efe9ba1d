package cms.content;

import java.time.Duration;
import java.util.ArrayList;
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

/**
 * Things that can be made again, kept up to a weight: when there is too much, what was used longest ago goes first, and
 * what nobody has used for some time goes anyway. The one that was used last stays, however heavy it is.
 */
final class Shelf<K, V> {
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
     * A shelf without anything.
     *
     * @param weigher in the unit of {@code weightMax}; asked by {@link #weigh} alone
     * @param gone hears of everything that leaves, once and outside of any lock
     */
    Shelf(long weightMax, Duration kept, ToLongFunction<V> weigher, Consumer<V> gone, LongSupplier nanoTime) {
        this.weightMax = weightMax;
        this.kept = kept;
        this.weigher = weigher;
        this.gone = gone;
        this.nanoTime = nanoTime;
    }

    /** Now used last; {@code make} must be quick. */
    V get(K key, Function<K, V> make) {
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

    /** To be called when something may have become heavier or lighter. */
    void weigh(K key, V value) {
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

    /** Takes off whatever has such a key; {@code gone} does not hear of it. */
    List<V> remove(Predicate<K> keys) {
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

    /** Used longest ago first. */
    List<V> all() {
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
