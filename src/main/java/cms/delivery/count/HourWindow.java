package cms.delivery.count;

import java.time.Duration;
import java.util.Arrays;

/**
 * A sliding hour of one key in a few hundred bytes: sixty parts of a minute, the oldest of which counts by the share
 * that still lies inside.
 */
public final class HourWindow {
    private static final long PART_MILLIS = 60_000;
    private static final int PARTS = 60;

    private final int limit;
    private final int[] parts = new int[PARTS + 1];
    private long newestPart;
    private long whole;

    public HourWindow(int limit) {
        this.limit = limit;
    }

    /** Counts reads that were done already, also beyond the limit: later ones are then refused for longer. */
    public synchronized void add(int reads, long nowMillis) {
        advanceTo(Math.max(newestPart, nowMillis / PART_MILLIS)); // of when it was let in: no clock that was set back
        count(reads);
    }

    /** Counts one read; how many more there may be now, or -1 when this one is refused and not counted. */
    public synchronized int take(long nowMillis) {
        long part = nowMillis / PART_MILLIS;
        advanceTo(part);
        double oldestShare = 1.0 - (nowMillis - part * PART_MILLIS) / (double) PART_MILLIS;
        double used = whole - parts[oldest()] * (1.0 - oldestShare);
        if (used + 1 > limit) {
            return -1;
        }
        count(1);
        return (int) (limit - used - 1);
    }

    private void count(int reads) {
        parts[(int) (newestPart % parts.length)] += reads;
        whole += reads;
    }

    /** The time until a refused reader may read again. */
    public synchronized Duration untilNext(long nowMillis) {
        double excess = whole + 1.0 - limit;
        for (long part = newestPart - PARTS; part <= newestPart; part++) {
            int count = part < 0 ? 0 : parts[(int) (part % parts.length)];
            if (count >= excess) {
                double share = count == 0 ? 0 : Math.max(0, excess / count);
                long free = (part + PARTS) * PART_MILLIS + (long) Math.ceil(share * PART_MILLIS);
                return Duration.ofMillis(Math.max(1, free - nowMillis));
            }
            excess -= count;
        }
        return Duration.ofMillis(PART_MILLIS);
    }

    /** The time at which the window is empty if no read comes: epoch seconds, the same throughout a minute. */
    public static long emptyAtSeconds(long nowMillis) {
        return (nowMillis / PART_MILLIS + PARTS + 1) * PART_MILLIS / 1_000;
    }

    private int oldest() {
        return (int) ((newestPart + 1) % parts.length);
    }

    /** Forgets everything where the clock was set back: it would stay in the newest part until that has come again. */
    private void advanceTo(long part) {
        if (part < newestPart - 1) {
            Arrays.fill(parts, 0);
            whole = 0;
            newestPart = part;
        }
        if (part <= newestPart) {
            return;
        }
        long steps = Math.min(parts.length, part - newestPart);
        for (long step = 0; step < steps; step++) {
            int index = (int) ((part - step) % parts.length);
            whole -= parts[index];
            parts[index] = 0;
        }
        newestPart = part;
    }
}
