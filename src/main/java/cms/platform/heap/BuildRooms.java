package cms.platform.heap;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Bounds what all running builds of sites take of the heap together, where one alone may take all of it. They run side
 * by side as long as they fit. A build that finds no room ends, takes nothing, waits in line by owner until no other
 * large one runs, and begins again: none waits while it has what another waits for. Safe for several threads.
 */
public final class BuildRooms {
    /** Divides all bytes into those up to which a build never waits, so that small sites do not wait for large ones. */
    private static final int LITTLE_PARTS = 32;

    /** Large builds of one owner that may wait; automatic ones beyond it are tried again a minute later. */
    private static final int OF_OWNER_MAX = 16;

    private static final Duration RETRY = Duration.ofMinutes(1);

    private final long bytesMax;
    private final ReadingLine line = new ReadingLine(OF_OWNER_MAX);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private long taken;
    private int large;

    /** The rooms of this process, where all builds together take what one may. */
    public BuildRooms() {
        this(HeapShare.SITE.bytes());
    }

    /**
     * @param bytesMax most bytes of all builds together; little ones come on top, and what the only large one may take
     *     is bounded by its caller
     */
    public BuildRooms(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /**
     * Runs a build in a room, and once more from its beginning when the room was refused to it.
     *
     * @param owner in whose turn the build waits
     * @param wait longest wait until the build may run as the only large one, by the time of the machine
     * @param build may be called twice; what it takes of a limited number it has given back when it returns
     * @throws Failure UNAVAILABLE when that takes longer, when too many wait, or the thread was interrupted
     */
    public <T> T run(String owner, Duration wait, Function<Room, T> build) {
        try (Room shared = new Room(false)) {
            try {
                return build.apply(shared);
            } catch (RuntimeException ended) {
                if (!shared.isRefused()) {
                    throw ended;
                }
            }
        }
        ReadingLine.Waiting me = line.enter(owner, bytesMax).orElseThrow(BuildRooms::taken);
        try {
            awaitOnly(me, System.nanoTime() + wait.toNanos());
            try (Room only = new Room(true)) {
                return build.apply(only);
            }
        } finally {
            line.leave(me);
            wake();
        }
    }

    /** Waits until a build is the first in line and no large one runs. */
    private void awaitOnly(ReadingLine.Waiting me, long until) {
        ReadingLine.await(until, BuildRooms::taken, nanosMax -> {
            lock.lock();
            try {
                long left = nanosMax;
                while (large > 0 || !line.isFirst(me)) {
                    if (left <= 0) {
                        return 0;
                    }
                    left = freed.awaitNanos(left);
                }
                return bytesMax;
            } finally {
                lock.unlock();
            }
        });
    }

    private void wake() {
        lock.lock();
        try {
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static Failure taken() {
        return Failure.unavailable("Other large sites are built at this moment; try again.")
                .withRetryAfter(RETRY);
    }

    /** What one build takes until it has ended; called from several threads. */
    public final class Room implements AutoCloseable {
        private final boolean only;
        private long bytes;
        private boolean refused;
        private boolean closed;

        private Room(boolean only) {
            this.only = only;
        }

        /**
         * Takes more bytes. Who waits in line goes before builds that are not large yet.
         *
         * @throws Failure UNAVAILABLE where others have the room, which ends this build
         */
        public void take(long more) {
            lock.lock();
            try {
                refused = refused || (!closed && !fits(more));
                if (refused || closed) {
                    throw taken();
                }
                large += isLarge(bytes + more) && !isLarge(bytes) ? 1 : 0;
                bytes += more;
                taken += more;
            } finally {
                lock.unlock();
            }
        }

        /** Whether this build ends because it found no room. */
        public boolean isRefused() {
            lock.lock();
            try {
                return refused;
            } finally {
                lock.unlock();
            }
        }

        private boolean fits(long more) {
            if (only || !isLarge(bytes + more)) {
                return true;
            }
            int others = large - (isLarge(bytes) ? 1 : 0);
            return (isLarge(bytes) || line.isEmpty()) && (others == 0 || taken + more <= bytesMax);
        }

        private boolean isLarge(long size) {
            return size > bytesMax / LITTLE_PARTS;
        }

        /** Gives all back; a thread of a build that broke off takes nothing any more. */
        @Override
        public void close() {
            lock.lock();
            try {
                taken -= bytes;
                large -= isLarge(bytes) ? 1 : 0;
                bytes = 0;
                closed = true;
                freed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
