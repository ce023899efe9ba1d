package cms.delivery;

import cms.platform.failure.Failure;
import cms.platform.jobs.Coalesced;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Lets one build of a project run at a time (spec 8), by the rule of design 2.2: automatic builds that wait become one;
 * one manual build may wait for an automatic one; a second manual one is refused.
 */
final class BuildQueue {
    /**
     * How long a manual build waits while the last event of the one before is written: a client that has read that
     * event must find the queue free, even where the writing thread gets no processor for a while.
     */
    private static final long LAST_EVENT_SECONDS_MAX = 10;

    private static final long LOOK_EVERY_MILLIS = 250;
    private static final String IN_PROGRESS = "cdn.build_in_progress";

    private final ReentrantLock building = new ReentrantLock(true);
    private final ReentrantLock state = new ReentrantLock();
    private final Condition freed = state.newCondition();
    private final Coalesced<Build.Trigger> automatic = new Coalesced<>();
    private final AtomicBoolean following = new AtomicBoolean();
    private boolean manual;
    private boolean writingLastEvent;

    /** The lock that is held while a build runs. */
    ReentrantLock building() {
        return building;
    }

    /**
     * Takes {@link #building}, which others may hold for long.
     *
     * @param waits asked four times a second whether the caller still wants it
     * @return false when it does not, or when its thread was interrupted, which it then still is
     */
    boolean begin(BooleanSupplier waits) {
        try {
            // With a time, because the method without one overtakes waiting threads.
            boolean taken = building.tryLock(0, TimeUnit.MILLISECONDS);
            while (!taken && waits.getAsBoolean()) {
                taken = building.tryLock(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            }
            return taken;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether work on a release of another instance waits for the end of a build. */
    AtomicBoolean following() {
        return following;
    }

    /** The requests of automatic builds that wait. */
    Coalesced<Build.Trigger> automatic() {
        return automatic;
    }

    /** Takes the manual place until {@link #freeManual}; {@code CONFLICT} while another manual build holds it. */
    void claimManual() {
        state.lock();
        try {
            long nanosLeft = TimeUnit.SECONDS.toNanos(LAST_EVENT_SECONDS_MAX);
            while (manual && writingLastEvent && nanosLeft > 0) {
                nanosLeft = freed.awaitNanos(nanosLeft);
            }
            if (manual) {
                throw busy();
            }
            manual = true;
            writingLastEvent = false;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw Failure.unavailable("The service is stopping; try again.").causedBy(stopping);
        } finally {
            state.unlock();
        }
    }

    /** The failure while another manual build runs or waits, here or in another instance. */
    static Failure busy() {
        return Failure.conflict("A build of this project is running; wait for its end.")
                .withCode(IN_PROGRESS)
                .withData(Map.of("code", IN_PROGRESS));
    }

    /**
     * Notes that the manual build has ended but for its last event; the next manual build waits for that event and is
     * not refused.
     */
    void lastEvent() {
        state.lock();
        try {
            writingLastEvent = true;
        } finally {
            state.unlock();
        }
    }

    void freeManual() {
        state.lock();
        try {
            manual = false;
            writingLastEvent = false;
            freed.signalAll();
        } finally {
            state.unlock();
        }
    }
}
