package cms.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Looks again and again until something is true that another thread brings about. What waits for an instant of the
 * service's clock is helped along by that clock, which the variants with an app turn; the machine's time only bounds
 * how long a test may stand still: 20 seconds, and more in {@code .ci/long}, {@code .ci/s3}, {@code .ci/faults},
 * {@code .ci/attacks} and the proofs of {@code cms.durability}, whose tests kill processes, wait for slow hosts and
 * move large files ({@code -Dcms.test.eventually.seconds}).
 */
public final class Eventually {
    private static final Duration LOOK_EVERY = Duration.ofMillis(5);
    /** A look comes after a fiftieth of the time that was waited: looks of every 5 ms use up limits of rate. */
    private static final int LOOKS_SLOW_DOWN = 50;

    private static final Duration TIMEOUT = Duration.ofSeconds(Long.getLong("cms.test.eventually.seconds", 20));
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(2);

    private static final Duration RETRY_STEP = Duration.ofSeconds(12);
    private static final int RETRIES_MAX = 6;

    private Eventually() {}

    public static void eventually(String what, BooleanSupplier isTrue) {
        if (!within(TIMEOUT, isTrue)) {
            throw new AssertionError("Not within " + TIMEOUT.toSeconds() + " s: " + what);
        }
    }

    /**
     * The same for what the service tries again when it broke off. A machine that leaves a database no processor for
     * ten seconds breaks a build off, and the next try waits for the clock of the test, which stands still: after half
     * of the time it goes on a little, six times.
     */
    public static void eventually(String what, TestApp app, BooleanSupplier isTrue) {
        boolean found = within(TIMEOUT.dividedBy(2), isTrue);
        for (int retry = 0; !found && retry < RETRIES_MAX; retry++) {
            app.advance(RETRY_STEP);
            found = within(TIMEOUT.dividedBy(2 * RETRIES_MAX), isTrue);
        }
        if (!found) {
            throw new AssertionError("Not even when it is tried again: " + what);
        }
    }

    /**
     * The same for what needs time to go by. The service gets longer and longer between two steps of its clock: on a
     * slow machine a token would otherwise always be too old before it is used.
     */
    public static void eventually(String what, TestApp app, Duration step, BooleanSupplier isTrue) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        Duration pause = FIRST_PAUSE;
        do {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Not within " + TIMEOUT.toSeconds() + " s: " + what);
            }
            app.advance(step);
            pause = pause.compareTo(LAST_PAUSE) < 0 ? pause.multipliedBy(5).dividedBy(4) : LAST_PAUSE;
        } while (!within(pause, isTrue));
    }

    private static boolean within(Duration timeout, BooleanSupplier isTrue) {
        long start = System.nanoTime();
        while (!isTrue.getAsBoolean()) {
            long waited = System.nanoTime() - start;
            if (waited > timeout.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(Math.max(LOOK_EVERY.toNanos(), waited / LOOKS_SLOW_DOWN));
        }
        return true;
    }
}
