package cms.platform.compute;

import java.util.concurrent.locks.Lock;

/**
 * Waiting for somebody else: another service, a request that is on its way, a turn in a line. A thread that waits
 * gives the place of its request among those that are worked on to others meanwhile; where no request is worked on,
 * nothing is given back.
 */
public final class Outside {
    private static final ScopedValue<Place> CURRENT = ScopedValue.newInstance();

    private Outside() {}

    /** A place among those that are worked on, held by one thread. */
    public interface Place {
        /** Lets somebody else have it; may be nested. */
        void giveBack();

        /** Goes on without fail, as what was waited for may have happened: a request at once, a computation in its turn. */
        void takeAgain();
    }

    /** Does work that holds a place. */
    public static <R, X extends Throwable> R within(Place place, ScopedValue.CallableOp<? extends R, X> work) throws X {
        return ScopedValue.where(CURRENT, place).call(work);
    }

    /** Waits without the place of this thread, which has it again afterwards, however the wait ended. */
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

    /** Takes a lock, which somebody may hold who waits for a turn to compute. */
    public static void lock(Lock lock) {
        if (!lock.tryLock()) {
            waiting(() -> {
                lock.lock();
                return true;
            });
        }
    }
}
