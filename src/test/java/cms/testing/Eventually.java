package cms.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks again and again until something is true that another thread brings about; fails after half a minute. */
public final class Eventually {
    private static final Duration LOOK_EVERY = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Eventually() {}

    public static void eventually(String what, BooleanSupplier isTrue) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isTrue.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Not within " + PATIENCE.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }
}
