package cms.agent.turn;

import java.time.Duration;
import java.time.Instant;

/**
 * A reader of a turn that another process runs. It notes itself in the row of the turn, because that process stops a
 * turn that nobody reads; the clocks of the two are not compared.
 */
final class DistantReader {
    private static final Duration NOTED_EVERY = Duration.ofSeconds(5);

    private final TurnParts parts;
    private final String turnId;
    private Instant next = Instant.MIN;

    DistantReader(TurnParts parts, String turnId) {
        this.parts = parts;
        this.turnId = turnId;
    }

    /** Notes that the reader is still there; called again and again. */
    void stays() {
        Instant now = parts.clock().instant();
        if (!now.isBefore(next) || next.isAfter(now.plus(NOTED_EVERY))) { // or the clock was set back
            parts.database().writing(tx -> parts.stores().turns().noteReader(tx, turnId));
            next = now.plus(NOTED_EVERY);
        }
    }
}
