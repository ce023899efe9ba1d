package cms.platform.limits;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;

/** One subject's window; every call is atomic. */
sealed interface Window {
    int EXACT_MAX = 1_000;
    int PARTS = 60;

    /**
     * How far behind others a thread may be that has read the clock; one further behind reads one that was set back.
     */
    long BEHIND_MAX_MILLIS = 60_000;

    /** @param events number of events, counted all or none */
    RateDecision take(long nowMillis, int events);

    static Window of(RateLimit limit) {
        long millis = limit.window().toMillis();
        return limit.count() <= EXACT_MAX ? new Exact(limit.count(), millis) : new Weighted(limit.count(), millis);
    }

    /** Stores the time of each event; one that is yet to come, as the clock was set back, is none. */
    final class Exact implements Window {
        private final int count;
        private final long windowMillis;
        private final ArrayDeque<Long> times = new ArrayDeque<>();

        Exact(int count, long windowMillis) {
            this.count = count;
            this.windowMillis = windowMillis;
        }

        @Override
        public synchronized RateDecision take(long nowMillis, int events) {
            while (!times.isEmpty() && times.getFirst() <= nowMillis - windowMillis) {
                times.removeFirst();
            }
            if (!times.isEmpty() && times.getLast() > nowMillis + BEHIND_MAX_MILLIS) {
                times.removeIf(time -> time > nowMillis);
            }
            if (times.size() + events <= count) {
                for (int event = 0; event < events; event++) {
                    times.addLast(nowMillis);
                }
                return new RateDecision(true, count - times.size(), Duration.ZERO, untilLeft(nowMillis, 1));
            }
            Duration wait = untilLeft(nowMillis, times.size() + events - count);
            return new RateDecision(false, count - times.size(), wait, untilLeft(nowMillis, 1));
        }

        /** Time until the first {@code nth} events have left; the whole window where there are fewer. */
        private Duration untilLeft(long nowMillis, int nth) {
            long wait = times.stream()
                    .skip(nth - 1L)
                    .findFirst()
                    .map(time -> time + windowMillis - nowMillis)
                    .orElse(windowMillis);
            return Duration.ofMillis(Math.max(1, wait));
        }
    }

    /** Stores a count for each part of the window; all begin anew where the clock was set back. */
    final class Weighted implements Window {
        private final int count;
        private final long partMillis;
        private final int[] parts = new int[PARTS + 1];
        private long newestPart;

        Weighted(int count, long windowMillis) {
            this.count = count;
            this.partMillis = Math.ceilDiv(windowMillis, PARTS);
        }

        @Override
        public synchronized RateDecision take(long readMillis, int events) {
            forgetBefore(readMillis / partMillis);
            // A thread that has read the clock a moment before others is in their part: its own would have no oldest.
            long nowMillis = Math.max(readMillis, newestPart * partMillis);
            long part = nowMillis / partMillis;
            double used = used(nowMillis, part);
            if (used + events > count) {
                Duration wait = Duration.ofMillis(waitMillis(nowMillis, part, used + events - count));
                return new RateDecision(false, (int) Math.max(0, count - used), wait, wait);
            }
            parts[(int) (part % parts.length)] += events;
            Duration frees = Duration.ofMillis(waitMillis(nowMillis, part, 1));
            return new RateDecision(true, (int) Math.max(0, count - used - events), Duration.ZERO, frees);
        }

        /** Milliseconds until {@code over} events of the oldest parts have left the window, if none comes meanwhile. */
        private long waitMillis(long nowMillis, long part, double over) {
            double leaving = 0;
            for (long age = PARTS; age >= 0; age--) {
                double inside = age == PARTS ? 1.0 - (nowMillis % partMillis) / (double) partMillis : 1.0;
                double weight = parts[(int) Math.floorMod(part - age, (long) parts.length)];
                if (weight > 0 && leaving + weight * inside >= over) {
                    long begins = (part - age + PARTS) * partMillis;
                    double share = (over - leaving) / weight + (1.0 - inside);
                    return Math.max(1, begins + (long) Math.ceil(share * partMillis) - nowMillis);
                }
                leaving += weight * inside;
            }
            return partMillis * PARTS;
        }

        private void forgetBefore(long part) {
            if (newestPart - part > Math.max(1, BEHIND_MAX_MILLIS / partMillis)) {
                Arrays.fill(parts, 0);
                newestPart = part;
            }
            long steps = Math.min(parts.length, Math.max(0, part - newestPart));
            for (long step = 0; step < steps; step++) {
                parts[(int) ((part - step) % parts.length)] = 0;
            }
            newestPart = Math.max(newestPart, part);
        }

        private double used(long nowMillis, long part) {
            double shareOfOldest = 1.0 - (nowMillis % partMillis) / (double) partMillis;
            double sum = parts[(int) ((part + 1) % parts.length)] * shareOfOldest;
            for (long back = 0; back < PARTS; back++) {
                sum += parts[(int) ((part - back) % parts.length)];
            }
            return sum;
        }
    }
}
