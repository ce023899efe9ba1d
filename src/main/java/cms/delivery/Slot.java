package cms.delivery;

import cms.platform.failure.Failure;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one place of a project where a build runs (spec 8), and the rule who gets it (design 2.2): automatic builds
 * that wait become one; one manual build may wait for an automatic one; a second manual one is refused.
 */
final class Slot {
    /** For how long a trigger that comes while a last event is being written waits for the slot. */
    private static final long LAST_EVENT_SECONDS_MAX = 2;

    private final ReentrantLock building = new ReentrantLock(true);
    private final ReentrantLock state = new ReentrantLock();
    private final Condition freed = state.newCondition();
    private Build.@Nullable Trigger automaticWanted;
    private boolean automaticWorker;
    private boolean manual;
    private boolean writingLastEvent;

    /** Held while a build runs. */
    ReentrantLock building() {
        return building;
    }

    /**
     * Asks for an automatic build; true when the caller must start a worker for it.
     *
     * @param trigger what is told of the build; of several that become one the first
     */
    boolean wantAutomatic(Build.Trigger trigger) {
        state.lock();
        try {
            automaticWanted = automaticWanted == null ? trigger : automaticWanted;
            boolean start = !automaticWorker;
            automaticWorker = true;
            return start;
        } finally {
            state.unlock();
        }
    }

    /** Whether another automatic build follows. */
    boolean isAutomaticWanted() {
        state.lock();
        try {
            return automaticWanted != null;
        } finally {
            state.unlock();
        }
    }

    /** Takes what is wanted; nothing ends the worker. Whatever comes after this call is a new wish. */
    Build.@Nullable Trigger takeAutomatic() {
        state.lock();
        try {
            Build.@Nullable Trigger taken = automaticWanted;
            automaticWorker = taken != null;
            automaticWanted = null;
            return taken;
        } finally {
            state.unlock();
        }
    }

    /** Takes the manual place until {@link #freeManual}; {@code CONFLICT} while another manual build holds it. */
    void claimManual() {
        state.lock();
        try {
            long patience = TimeUnit.SECONDS.toNanos(LAST_EVENT_SECONDS_MAX);
            while (manual && writingLastEvent && patience > 0) {
                patience = freed.awaitNanos(patience);
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

    /** What is said while another manual build holds the place, here or in another instance. */
    static Failure busy() {
        String code = "cdn.build_in_progress";
        return Failure.conflict("A build of this project is running; wait for its end.")
                .withCode(code)
                .withData(Map.of("code", code));
    }

    /** The manual build is over but for its last event; whoever comes now waits for that instead of being refused. */
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
