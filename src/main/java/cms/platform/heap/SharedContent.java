package cms.platform.heap;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts versions of content that share most parts with the version before: shared parts count once, for as long as any
 * version of them is reachable.
 */
final class SharedContent {
    private final HeapPool pool;
    private final ConcurrentMap<Key, Count> counts = new ConcurrentHashMap<>();

    SharedContent(HeapPool pool) {
        this.pool = pool;
    }

    /** Weak key that compares content by identity. */
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

    /**
     * Bytes that one version has added and later ones share; {@link #users} changes only with {@link #counts} locked.
     */
    private static final class Count {
        final long bytes;
        final @Nullable Count before;
        /** Bytes added by all versions since the last one that was counted as a whole. */
        final long added;

        int users = 1;

        Count(long bytes, @Nullable Count before, long added) {
            this.bytes = bytes;
            this.before = before;
            this.added = added;
        }
    }

    /**
     * Counts a version until it is unreachable; does nothing when it is counted already.
     *
     * @param before the version that it shares parts with; {@code content} itself where there is none
     * @param whole bytes that it takes with its shared parts
     * @param own bytes of the parts that no version before it has
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
