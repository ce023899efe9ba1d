package cms.platform.net;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How long a stream may be silent while somebody waits for it; a reader that takes its time counts for nothing. It is looked
 * at a few times a second, and the clock that was handed in decides.
 *
 * @param beforeFirstByte of the body, counted from the request on
 * @param between two reads that bring something
 */
public record Stall(Duration beforeFirstByte, Duration between, InstantSource clock) {
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    Duration longest() {
        return beforeFirstByte.compareTo(between) > 0 ? beforeFirstByte : between;
    }

    Instant after(Duration silence) {
        return clock.instant().plus(silence);
    }

    boolean isOver(Instant end) {
        return !clock.instant().isBefore(end);
    }

    long lookMillis() {
        return LOOK_EVERY.toMillis();
    }
}
