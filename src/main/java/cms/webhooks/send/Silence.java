package cms.webhooks.send;

import java.time.Duration;
import java.time.Instant;

/**
 * A receiver that does not answer is asked for a single delivery at a time, less and less often, until it does: what waits
 * keeps its attempts, and nobody else waits for it.
 */
final class Silence {
    private static final int TOLERATED = 3;
    private static final long FIRST_SECONDS = 1;
    private static final long LONGEST_SECONDS = 60;
    private static final int DOUBLINGS_MAX = 6;

    private int inARow;
    private Instant until = Instant.EPOCH;

    synchronized void answered() {
        inARow = 0;
        until = Instant.EPOCH;
    }

    synchronized void unanswered(Instant now) {
        inARow++;
        if (isHanging()) {
            int doublings = Math.min(inARow - TOLERATED, DOUBLINGS_MAX);
            until = now.plus(Duration.ofSeconds(Math.min(FIRST_SECONDS << doublings, LONGEST_SECONDS)));
        }
    }

    /** Whether it is asked for one at a time. */
    synchronized boolean isHanging() {
        return inARow >= TOLERATED;
    }

    /** When it may be asked again; long past while it answers. */
    synchronized Instant until() {
        return until;
    }
}
