package cms.delivery.serve;

import cms.apikeys.KnownKey;
import cms.platform.door.HeaderLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What is counted about one key, and the header lines that tell its owner. */
final class KeyMeter {
    private static final int KEY_ID_CHARS = 8;
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    private final KnownKey key;
    private final int limitPerHour;
    private final HourWindow window;
    private final HeaderLines constant;
    private final Bandwidth bandwidth;
    private final List<Tally> earlier = new ArrayList<>();
    private volatile Tally tally = new Tally(0);
    private volatile Reset reset = new Reset(0);
    private boolean quiet;

    /** @param bandwidth what the key shares with all keys of its workspace */
    KeyMeter(KnownKey key, int limitPerHour, Bandwidth bandwidth) {
        this.key = key;
        this.bandwidth = bandwidth;
        this.window = new HourWindow(limitPerHour);
        this.limitPerHour = limitPerHour;
        this.constant = new HeaderLines("X-Cms-Key: " + shownId() + "\r\nX-RateLimit-Limit: " + limitPerHour);
    }

    /** What was read on one day (UTC), counted since 1970. */
    private static final class Tally {
        private final long day;
        private final LongAdder requests = new LongAdder();
        private final LongAdder bytes = new LongAdder();

        Tally(long day) {
            this.day = day;
        }
    }

    private static final class Reset {
        private final long seconds;
        private final HeaderLines field;

        Reset(long seconds) {
            this.seconds = seconds;
            this.field = new HeaderLines("X-RateLimit-Reset: " + seconds);
        }
    }

    KnownKey key() {
        return key;
    }

    /** The beginning of the key's id, by which its owner finds it. */
    String shownId() {
        return key.id().substring(0, KEY_ID_CHARS);
    }

    int limitPerHour() {
        return limitPerHour;
    }

    /** See {@link HourWindow#take}. */
    int take(long nowMillis) {
        return window.take(nowMillis);
    }

    Duration untilNext(long nowMillis) {
        return window.untilNext(nowMillis);
    }

    Bandwidth bandwidth() {
        return bandwidth;
    }

    /** Header lines that stay the same for the life of the key. */
    HeaderLines constant() {
        return constant;
    }

    HeaderLines reset(long nowMillis) {
        long seconds = HourWindow.emptyAtSeconds(nowMillis);
        Reset known = reset;
        if (known.seconds != seconds) {
            known = new Reset(seconds);
            reset = known;
        }
        return known.field;
    }

    /** A read belongs to the day on which it came, whenever that is written down. */
    void served(int sentBytes, long nowMillis) {
        long day = nowMillis / DAY_MILLIS;
        Tally newest = tally;
        Tally of = newest.day == day ? newest : tallyOf(day);
        of.requests.increment();
        if (sentBytes > 0) {
            of.bytes.add(sentBytes);
            bandwidth.sent(sentBytes);
        }
    }

    /** What began before midnight may be counted after it. */
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

    /** What was served since the last call, by day. */
    synchronized List<Meters.Served> drain() {
        List<Meters.Served> drained = new ArrayList<>();
        for (Iterator<Tally> tallies = earlier.iterator(); tallies.hasNext(); ) {
            Tally old = tallies.next();
            if (!drain(old, drained) && old.day < tally.day - 1) {
                tallies.remove();
            }
        }
        drain(tally, drained);
        return drained;
    }

    private boolean drain(Tally of, List<Meters.Served> drained) {
        long requests = of.requests.sumThenReset();
        long bytes = of.bytes.sumThenReset();
        boolean something = requests > 0 || bytes > 0;
        if (something) {
            drained.add(new Meters.Served(key.workspaceId(), key.projectId(), key.id(), of.day, requests, bytes));
        }
        return something;
    }

    /** Whether nothing came for two counts in a row; a read that was under way at the first is then over. */
    boolean isQuiet(boolean nothingCame) {
        boolean before = quiet;
        quiet = nothingCame;
        return before && nothingCame;
    }
}
