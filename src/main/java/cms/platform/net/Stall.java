package cms.platform.net;

import java.time.Duration;

/**
 * How long a stream may be silent while somebody waits for it; a reader that takes its time counts for nothing.
 *
 * @param beforeFirstByte of the body, counted from the request on
 * @param between two reads that bring something
 */
public record Stall(Duration beforeFirstByte, Duration between) {
    Duration longest() {
        return beforeFirstByte.compareTo(between) > 0 ? beforeFirstByte : between;
    }
}
