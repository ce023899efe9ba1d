package cms.apikeys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Every active key of this instance in about fifty bytes each: an open-addressing table of hash prefixes.
 *
 * <p>Reading takes no lock and allocates nothing for a key that was seen before; changes take a lock among themselves.
 * An entry is complete before its slot names it, and a revoked one keeps its place without a group until the table is
 * next rebuilt.
 */
final class KeyTable {
    private static final int CAPACITY_MIN = 1 << 10;
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle KNOWN = MethodHandles.arrayElementVarHandle(KnownKey[].class);

    private final ReentrantLock changing = new ReentrantLock();
    private final Map<KeyGroup, Integer> groupNumbers = new HashMap<>();
    private volatile KeyGroup[] groups = new KeyGroup[16];
    private volatile KeyEntries entries = new KeyEntries(CAPACITY_MIN);

    /** The key with this hash; null when it is unknown or revoked. */
    @Nullable
    KnownKey find(KeyHash hash) {
        KeyEntries now = entries;
        int entry = now.find(hash);
        if (entry < 0) {
            return null;
        }
        int group = (int) INTS.getAcquire(now.group, entry);
        if (group < 0) {
            return null;
        }
        KnownKey seen = (KnownKey) KNOWN.getAcquire(now.known, entry);
        return seen != null ? seen : meet(now, entry, groups[group]);
    }

    /**
     * Adds a key; does nothing when the hash was ever added, so that repeated and late signals make no second entry.
     */
    void add(String id, KeyHash hash, KeyGroup group) {
        changing.lock();
        try {
            if (entries.find(hash) >= 0) {
                return;
            }
            if (entries.isFull()) {
                entries = entries.grown();
            }
            entries.add(hash, UUID.fromString(id), number(group));
        } finally {
            changing.unlock();
        }
    }

    void remove(KeyHash hash) {
        changing.lock();
        try {
            int entry = entries.find(hash);
            if (entry >= 0) {
                INTS.setRelease(entries.group, entry, -1);
                KnownKey seen = (KnownKey) KNOWN.getAcquire(entries.known, entry);
                if (seen != null) {
                    seen.revoke();
                }
            }
        } finally {
            changing.unlock();
        }
    }

    /** All hashes in the table. */
    Set<KeyHash> hashes() {
        KeyEntries now = entries;
        Set<KeyHash> hashes = HashSet.newHashSet(now.size);
        for (int entry = 0; entry < now.size; entry++) {
            hashes.add(now.hash(entry));
        }
        return hashes;
    }

    /** The keys that were used since the process began and are not revoked. */
    List<KnownKey> presentedKeys() {
        KeyEntries now = entries;
        List<KnownKey> seen = new ArrayList<>();
        for (int entry = 0; entry < now.size; entry++) {
            KnownKey key = (KnownKey) KNOWN.getAcquire(now.known, entry);
            if (key != null && !key.revoked()) {
                seen.add(key);
            }
        }
        return seen;
    }

    /** The object of a key, the same for two threads that find it at once or during a rebuild. */
    private @Nullable KnownKey meet(KeyEntries asSeen, int entry, KeyGroup group) {
        changing.lock();
        try {
            KeyEntries now = entries;
            int place = asSeen == now ? entry : now.find(asSeen.hash(entry));
            if (place < 0 || now.group[place] < 0) {
                return null;
            }
            KnownKey seen = (KnownKey) KNOWN.getAcquire(now.known, place);
            if (seen == null) {
                seen = new KnownKey(new UUID(now.idHigh[place], now.idLow[place]).toString(), group);
                KNOWN.setRelease(now.known, place, seen);
            }
            return seen;
        } finally {
            changing.unlock();
        }
    }

    private int number(KeyGroup group) {
        return groupNumbers.computeIfAbsent(group, added -> {
            int number = groupNumbers.size();
            KeyGroup[] larger = number < groups.length ? groups : Arrays.copyOf(groups, number * 2);
            larger[number] = added;
            groups = larger;
            return number;
        });
    }

    /** Parallel arrays: entries in order of arrival, and slots that point into them. */
    private static final class KeyEntries {
        private final int[] slots;
        private final long[] high;
        private final long[] low;
        private final long[] idHigh;
        private final long[] idLow;
        private final int[] group;
        private final @Nullable KnownKey[] known;
        private volatile int size;

        KeyEntries(int capacity) {
            slots = new int[capacity * 2];
            high = new long[capacity];
            low = new long[capacity];
            idHigh = new long[capacity];
            idLow = new long[capacity];
            group = new int[capacity];
            known = new KnownKey[capacity];
        }

        boolean isFull() {
            return size == high.length;
        }

        KeyHash hash(int entry) {
            return new KeyHash(high[entry], low[entry]);
        }

        int find(KeyHash hash) {
            int mask = slots.length - 1;
            int slot = (int) hash.low() & mask;
            while (true) {
                int named = (int) INTS.getAcquire(slots, slot);
                if (named == 0) {
                    return -1;
                }
                if (high[named - 1] == hash.high() && low[named - 1] == hash.low()) {
                    return named - 1;
                }
                slot = (slot + 1) & mask;
            }
        }

        void add(KeyHash hash, UUID id, int groupNumber) {
            int entry = size;
            high[entry] = hash.high();
            low[entry] = hash.low();
            idHigh[entry] = id.getMostSignificantBits();
            idLow[entry] = id.getLeastSignificantBits();
            group[entry] = groupNumber;
            int mask = slots.length - 1;
            int slot = (int) hash.low() & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            INTS.setRelease(slots, slot, entry + 1);
            size = entry + 1;
        }

        /** A copy of twice the size, or of the same size when half of it was taken by revoked keys. */
        KeyEntries grown() {
            int living = 0;
            for (int entry = 0; entry < size; entry++) {
                living += group[entry] >= 0 ? 1 : 0;
            }
            KeyEntries next = new KeyEntries(living > size / 2 ? high.length * 2 : high.length);
            for (int entry = 0; entry < size; entry++) {
                if (group[entry] >= 0) {
                    next.known[next.size] = known[entry];
                    next.add(hash(entry), new UUID(idHigh[entry], idLow[entry]), group[entry]);
                }
            }
            return next;
        }
    }
}
