package cms.webhooks.send;

import java.time.Duration;
import java.time.Instant;

/**
 * Backoff for a receiver that does not answer: one delivery at a time is tried, less and less often, until it answers.
 * Waiting deliveries keep their attempts, and no other receiver waits for it.
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

    /** Whether only one delivery at a time is tried. */
    synchronized boolean isHanging() {
        return inARow >= TOLERATED;
    }

    /** The earliest time of the next try; long past while the receiver answers. */
    synchronized Instant until() {
        return until;
    }
}
