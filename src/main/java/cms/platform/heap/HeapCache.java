package cms.platform.heap;

import cms.platform.compute.RequestEnd;

/**
 * What is cached of the content of one owner. It counts among readings; it goes when somebody needs its room, unless a
 * request uses it: what a request has once used is held until its end.
 */
public final class HeapCache {
    private final HeapPool pool;
    private final String owner;
    private final Content content;
    private long bytes;
    private int users;
    private boolean closed;

    /** What is in the cache. */
    @FunctionalInterface
    public interface Content {
        /**
         * Lets go of it, at once or not at all, without waiting for a lock.
         *
         * @param wholly or else only of what is beside the newest state
         * @param bytes that are counted for it now
         * @return the bytes that stay
         */
        long letGo(boolean wholly, long bytes);
    }

    /** An empty cache. */
    public HeapCache(HeapPool pool, String owner, Content content) {
        this.pool = pool;
        this.owner = owner;
        this.content = content;
        pool.change(() -> pool.used(this));
    }

    /** The request that this thread works on uses what is in the cache, until it ends. */
    public void use() {
        RequestEnd.once(
                this,
                () -> pool.change(() -> {
                    users++;
                    if (!closed) {
                        pool.used(this);
                    }
                }),
                () -> pool.change(() -> {
                    users--;
                    giveBackIfClosed();
                }));
    }

    /** Nothing is cached any more; what requests use counts until they end. */
    public void close() {
        pool.change(() -> {
            closed = true;
            pool.forget(this);
            giveBackIfClosed();
        });
    }

    private void giveBackIfClosed() {
        if (closed && users == 0) {
            shrink(0);
        }
    }

    /** Within a change of the pool: takes over what a reading holds, as far as it adds to what is here. */
    void takeOver(long more, long mostBytes) {
        long now = Math.min(mostBytes, bytes + more);
        pool.giveBack(owner, bytes + more - now);
        bytes = now;
        giveBackIfClosed();
    }

    /** Within a change of the pool. */
    void letGo(boolean wholly) {
        shrink(content.letGo(wholly, bytes));
    }

    private void shrink(long bytesLeft) {
        pool.giveBack(owner, bytes - bytesLeft);
        bytes = bytesLeft;
    }

    boolean isUsed() {
        return users > 0;
    }

    long bytes() {
        return bytes;
    }

    String owner() {
        return owner;
    }
}
