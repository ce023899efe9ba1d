package cms.delivery.count;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts of reads with one key, or without a key, for each day. */
public final class Tallies {
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    private final String workspaceId;
    private final String projectId;
    private final String keyId;
    private final Bandwidth bandwidth;
    private final List<Tally> earlier = new ArrayList<>();
    private volatile Tally tally = new Tally(0);

    /**
     * @param keyId empty for reads without a key
     * @param bandwidth the bandwidth that all reads of the workspace share
     */
    public Tallies(String workspaceId, String projectId, String keyId, Bandwidth bandwidth) {
        this.workspaceId = workspaceId;
        this.projectId = projectId;
        this.keyId = keyId;
        this.bandwidth = bandwidth;
    }

    /** Counts of one day (UTC); the day is a number since 1970. */
    private static final class Tally {
        private final long day;
        private final LongAdder requests = new LongAdder();
        private final LongAdder bytes = new LongAdder();

        Tally(long day) {
            this.day = day;
        }
    }

    /** Counts a read on the day on which it came. */
    public void served(long sentBytes, long nowMillis) {
        long day = nowMillis / DAY_MILLIS;
        Tally newest = tally;
        Tally of = newest.day == day ? newest : tallyOf(day);
        of.requests.increment();
        if (sentBytes > 0) {
            of.bytes.add(sentBytes);
            bandwidth.sent(sentBytes);
        }
    }

    /**
     * The tally of a day other than the newest tally's: a new day, or an earlier one, as a read from before midnight
     * may be counted after it.
     */
    private synchronized Tally tallyOf(long day) {
        for (Tally known : earlier) {
            if (known.day == day) {
                return known;
            }
        }
        if (tally.day == day) {
            return tally;
        }
        Tally other = new Tally(day);
        if (day > tally.day) {
            earlier.add(tally);
            tally = other;
        } else {
            earlier.add(other);
        }
        return other;
    }

    /** The reads since the last call, by day. */
    public synchronized List<Served> drain() {
        List<Served> drained = new ArrayList<>();
        for (Iterator<Tally> tallies = earlier.iterator(); tallies.hasNext(); ) {
            Tally old = tallies.next();
            if (!drain(old, drained) && old.day < tally.day - 1) {
                tallies.remove();
            }
        }
        drain(tally, drained);
        return drained;
    }

    private boolean drain(Tally of, List<Served> drained) {
        long requests = of.requests.sumThenReset();
        long bytes = of.bytes.sumThenReset();
        boolean something = requests > 0 || bytes > 0;
        if (something) {
            drained.add(new Served(workspaceId, projectId, keyId, of.day, requests, bytes));
        }
        return something;
    }
}
