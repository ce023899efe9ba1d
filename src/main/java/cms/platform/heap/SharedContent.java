package cms.platform.heap;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts versions of content of which each shares most parts with the one before: what they share counts once, for as long
 * as any of them can be reached.
 */
final class SharedContent {
    private final HeapPool pool;
    private final ConcurrentMap<Key, Count> counts = new ConcurrentHashMap<>();

    SharedContent(HeapPool pool) {
        this.pool = pool;
    }

    /** Finds content by identity, and does not keep it reachable. */
    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object content) {
            super(content);
            this.hash = System.identityHashCode(content);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof Key key && get() != null && get() == key.get());
        }
    }

    /** Bytes that belong to one version and to those after it; its users are changed with {@link #counts} locked. */
    private static final class Count {
        final long bytes;
        final @Nullable Count before;
        /** What all versions since the one that was counted whole have added. */
        final long added;

        int users = 1;

        Count(long bytes, @Nullable Count before, long added) {
            this.bytes = bytes;
            this.before = before;
            this.added = added;
        }
    }

    /**
     * Counts a version until nobody can reach it; nothing for one that is counted already.
     *
     * @param before the version that it shares parts with; itself where there is none
     * @param whole bytes that it takes with what it shares
     * @param own bytes that it shares with none before it
     */
    void count(Object content, Object before, long whole, long own) {
        Key key = new Key(content);
        synchronized (counts) {
            if (counts.containsKey(key)) {
                return;
            }
            Count count = next(counts.get(new Key(before)), whole, own);
            pool.whenUnreachable(content, () -> leave(key, count));
            counts.put(key, count);
            pool.add(count.bytes);
        }
    }

    private static Count next(@Nullable Count earlier, long whole, long own) {
        if (earlier == null || earlier.added + own > whole / 2) {
            return new Count(whole, null, 0);
        }
        earlier.users++;
        return new Count(own, earlier, earlier.added + own);
    }

    private void leave(Key key, Count last) {
        synchronized (counts) {
            counts.remove(key);
            for (Count count = last; count != null && --count.users == 0; count = count.before) {
                pool.giveBack(HeapShare.CONTENT, count.bytes);
            }
        }
    }
}
