package cms.webhooks.send;

import java.time.Duration;
import java.time.Instant;

/**
 * Backoff for a receiver that does not answer: one delivery at a time is tried, less and less often, until it answers.
 * Waiting deliveries keep their attempts, and no other receiver waits for it. A receiver that answers slowly gets one
 * at a time, too, without pauses.
 */
final class Silence {
    private static final int TOLERATED = 3;
    private static final long FIRST_SECONDS = 1;
    private static final long LONGEST_SECONDS = 60;
    private static final int DOUBLINGS_MAX = 6;

    /** The mean time of an answer above which a receiver is slow. */
    private static final long SLOW_MILLIS = 2_000;

    /** The newest answer changes the mean by one part in so many. */
    private static final int WEIGHED = 4;

    private int inARow;
    private long meanMillis;
    private Instant until = Instant.EPOCH;

    /** Notes how long an attempt took, answered or not. */
    synchronized void took(long millis) {
        meanMillis += (millis - meanMillis) / WEIGHED;
    }

    /** Whether its answers take so long that its deliveries would take the places of others. */
    synchronized boolean isSlow() {
        return meanMillis > SLOW_MILLIS;
    }

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
