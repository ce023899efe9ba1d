package cms.delivery.count;

import cms.usage.Month;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes that a workspace sends in a calendar month (UTC) against its limit; none without a limit. */
public final class Bandwidth {
    private final AtomicLong sent = new AtomicLong();
    private volatile long bytesMax = Long.MAX_VALUE;
    private volatile long monthEndMillis;

    /**
     * Sets the limit and the bytes that were sent in this month so far.
     *
     * @param newBytesMax {@code Long.MAX_VALUE} for no limit
     */
    public void limit(long newBytesMax, long bytesSent, Instant now) {
        monthEndMillis = Month.at(now).end().toEpochMilli();
        sent.set(bytesSent);
        bytesMax = newBytesMax;
    }

    /** Whether the limit of this month is reached. */
    public boolean isSpent(long nowMillis) {
        if (bytesMax == Long.MAX_VALUE) {
            return false;
        }
        if (nowMillis >= monthEndMillis) {
            monthEndMillis = Month.at(Instant.ofEpochMilli(nowMillis)).end().toEpochMilli();
            sent.set(0);
        }
        return sent.get() >= bytesMax;
    }

    /** The time until the next month. */
    public Duration untilNextMonth(long nowMillis) {
        return Duration.ofMillis(Math.max(1, monthEndMillis - nowMillis));
    }

    public void sent(long bytes) {
        if (bytesMax != Long.MAX_VALUE) {
            sent.addAndGet(bytes);
        }
    }
}
