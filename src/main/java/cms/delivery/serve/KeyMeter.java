package cms.delivery.serve;

import cms.apikeys.KnownKey;
import cms.delivery.count.Bandwidth;
import cms.delivery.count.HourWindow;
import cms.delivery.count.Served;
import cms.delivery.count.Tallies;
import cms.platform.door.DoorReply;
import cms.platform.door.HeaderLines;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The counts of one key's reads, and the header lines that report them to its owner. */
final class KeyMeter {
    private static final int KEY_ID_CHARS = 8;
    private static final String KEY = "X-Cms-Key";
    private static final String LIMIT = "X-RateLimit-Limit";
    private static final String REMAINING = "X-RateLimit-Remaining";
    private static final String RESET = "X-RateLimit-Reset";

    private final KnownKey key;
    private final int limitPerHour;
    private final HourWindow window;
    private final HeaderLines constant;
    private final Bandwidth bandwidth;
    private final Tallies tallies;
    private volatile Reset reset = new Reset(0);
    private boolean quiet;

    /** @param bandwidth the bandwidth that the key shares with all keys of its workspace */
    KeyMeter(KnownKey key, int limitPerHour, Bandwidth bandwidth) {
        this.key = key;
        this.bandwidth = bandwidth;
        this.tallies = new Tallies(key.workspaceId(), key.projectId(), key.id(), bandwidth);
        this.window = new HourWindow(limitPerHour);
        this.limitPerHour = limitPerHour;
        this.constant = new HeaderLines(KEY + ": " + shownId() + "\r\n" + LIMIT + ": " + limitPerHour);
    }

    private static final class Reset {
        private final long seconds;
        private final HeaderLines field;

        Reset(long seconds) {
            this.seconds = seconds;
            this.field = new HeaderLines(RESET + ": " + seconds);
        }
    }

    KnownKey key() {
        return key;
    }

    /** The beginning of the key's id, by which its owner finds it. */
    private String shownId() {
        return key.id().substring(0, KEY_ID_CHARS);
    }

    /** See {@link HourWindow#take}. */
    int take(long nowMillis) {
        return window.take(nowMillis);
    }

    /** See {@link HourWindow#add}. */
    void add(int reads, long nowMillis) {
        window.add(reads, nowMillis);
    }

    Duration untilNext(long nowMillis) {
        return window.untilNext(nowMillis);
    }

    Bandwidth bandwidth() {
        return bandwidth;
    }

    /** Adds the headers about the key's limit, of which all but one are encoded once for many reads. */
    void addHeaders(DoorReply reply, int remaining, long nowMillis) {
        reply.add(constant);
        reply.add(REMAINING, remaining);
        reply.add(reset(nowMillis));
    }

    /** The headers about the key's limit, by name. */
    Map<String, String> headers(int remaining, long nowMillis) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(KEY, shownId());
        headers.put(LIMIT, Integer.toString(limitPerHour));
        headers.put(REMAINING, Integer.toString(remaining));
        headers.put(RESET, Long.toString(HourWindow.emptyAtSeconds(nowMillis)));
        return headers;
    }

    private HeaderLines reset(long nowMillis) {
        long seconds = HourWindow.emptyAtSeconds(nowMillis);
        Reset known = reset;
        if (known.seconds != seconds) {
            known = new Reset(seconds);
            reset = known;
        }
        return known.field;
    }

    /** Counts a read on the day on which it came, whenever that is stored. */
    void served(long sentBytes, long nowMillis) {
        tallies.served(sentBytes, nowMillis);
    }

    /** The reads since the last call, by day. */
    List<Served> drain() {
        return tallies.drain();
    }

    /** Whether no read came in two counts in a row, so that a read that was under way at the first has ended. */
    boolean isQuiet(boolean nothingCame) {
        boolean before = quiet;
        quiet = nothingCame;
        return before && nothingCame;
    }
}
