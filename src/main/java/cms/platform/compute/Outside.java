package cms.platform.compute;

import java.util.concurrent.locks.Lock;

/**
 * Waits outside of the places of working requests: for another service, a request under way, or a turn in a queue. A
 * waiting thread releases the place of its request meanwhile; on a thread without a place nothing is released.
 */
public final class Outside {
    private static final ScopedValue<Place> CURRENT = ScopedValue.newInstance();

    private Outside() {}

    /** A place of a working request or computation, held by one thread. */
    public interface Place {
        /** Releases the place; may be nested. */
        void giveBack();

        /**
         * Takes the place again and never fails, as the awaited event may have happened: a request at once, a
         * computation in its turn.
         */
        void takeAgain();
    }

    /** Runs work that holds a place. */
    public static <R, X extends Throwable> R within(Place place, ScopedValue.CallableOp<? extends R, X> work) throws X {
        return ScopedValue.where(CURRENT, place).call(work);
    }

    /** Runs a wait without this thread's place, which it takes again afterwards, however the wait ended. */
    public static <R, X extends Throwable> R waiting(ScopedValue.CallableOp<? extends R, X> wait) throws X {
        if (!CURRENT.isBound()) {
            return wait.call();
        }
        Place place = CURRENT.get();
        place.giveBack();
        try {
            return wait.call();
        } finally {
            place.takeAgain();
        }
    }

    /** Takes a lock whose holder may be waiting for a computing turn. */
    public static void lock(Lock lock) {
        if (!lock.tryLock()) {
            waiting(() -> {
                lock.lock();
                return true;
            });
        }
    }
}
