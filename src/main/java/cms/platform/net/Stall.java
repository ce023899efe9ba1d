package cms.platform.net;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The longest silence of a stream while a reader waits for it; the time of a slow reader does not count. It is checked
 * a few times a second by the given clock.
 *
 * @param beforeFirstByte of the body, counted from the request on
 * @param between two reads with data
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
