package cms.githost.mirror;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.jobs.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refreshes mirrors beside requests, each on a thread of its own, so that none waits for another one's host. A refresh
 * that failed is repeated until it succeeds, until a later one does, or until the mirror is removed.
 */
final class Refreshes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Refreshes.class);

    private static final long LOOK_EVERY_MILLIS = 1_000;

    /** Refreshes that one look begins, so that many mirrors do not ask at once when their host is back. */
    private static final int AT_A_LOOK = 8;

    private static final Duration WAIT_FIRST = Duration.ofSeconds(5);
    private static final Duration WAIT_MAX = Duration.ofMinutes(1);

    private final Consumer<String> refresh;
    private final Predicate<String> isThere;
    private final InstantSource clock;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<String, Planned> planned = new ConcurrentHashMap<>();
    private final Ticker ticker = Ticker.inTurn("mirrors");

    /** @param waitNext how long to wait when this refresh fails, too */
    private record Planned(Instant at, Instant due, Duration waitNext) {
        /** Also where the clock was set back to before it was planned. */
        boolean isDue(Instant now) {
            return !now.isBefore(due) || now.isBefore(at);
        }
    }

    /**
     * @param refresh fetches the state of a repository by its full name
     * @param isThere whether a mirror exists; of one that was removed no refresh is repeated
     */
    Refreshes(Consumer<String> refresh, Predicate<String> isThere, InstantSource clock) {
        this.refresh = refresh;
        this.isThere = isThere;
        this.clock = clock;
        ticker.every(LOOK_EVERY_MILLIS, this::look);
    }

    /** Begins a refresh at once; several requests are served by one. */
    void soon(String fullName) {
        begin(fullName, WAIT_FIRST);
    }

    /** Begins refreshes of many mirrors, a few of them each second. */
    void inTurn(Collection<String> fullNames) {
        Instant now = clock.instant();
        fullNames.forEach(fullName -> planned.put(fullName, new Planned(now, now, WAIT_FIRST)));
        ticker.once(0, this::look);
    }

    private void look() {
        Instant now = clock.instant();
        planned.entrySet().stream()
                .filter(entry -> entry.getValue().isDue(now))
                .sorted(Comparator.comparing(entry -> entry.getValue().due()))
                .limit(AT_A_LOOK)
                .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                .toList()
                .forEach(entry -> repeat(entry.getKey(), entry.getValue()));
    }

    private void repeat(String fullName, Planned now) {
        if (planned.remove(fullName, now) && isThere.test(fullName)) {
            begin(fullName, now.waitNext());
        }
    }

    private void begin(String fullName, Duration waitNext) {
        if (asked.add(fullName)) {
            try {
                Thread.ofVirtual().name("refresh " + fullName).start(() -> {
                    // What is asked for from here on may be news that this refresh does not find.
                    asked.remove(fullName);
                    run(fullName, waitNext);
                });
            } catch (RuntimeException | Error noThread) {
                asked.remove(fullName);
                plan(fullName, WAIT_FIRST, waitNext);
            }
        }
    }

    private void run(String fullName, Duration waitNext) {
        Planned before = planned.get(fullName);
        try {
            refresh.accept(fullName);
            if (before != null) {
                planned.remove(fullName, before); // what was planned meanwhile is of later news
            }
        } catch (Failure notNow) {
            if (waitNext.equals(WAIT_FIRST)) {
                LOG.warn("{} could not be refreshed, which is tried again: {}", fullName, notNow.getMessage());
            } else {
                LOG.debug("{} could still not be refreshed: {}", fullName, notNow.getMessage());
            }
            if (notNow.kind() != FailureKind.UNPROCESSABLE) { // What is too large is fetched after another push.
                plan(fullName, notNow.retryAfter().orElse(WAIT_FIRST), waitNext);
            }
        } catch (RuntimeException | Error failed) {
            LOG.warn("{} could not be refreshed", fullName, failed);
            plan(fullName, WAIT_FIRST, waitNext);
        }
    }

    /** Plans the repeat of a refresh that failed: ever later, up to a minute, and not before the host wants it. */
    private void plan(String fullName, Duration hostWaits, Duration waitNext) {
        Duration wait = hostWaits.compareTo(waitNext) > 0 ? hostWaits : waitNext;
        Duration doubled = waitNext.multipliedBy(2);
        Instant now = clock.instant();
        planned.put(fullName, new Planned(now, now.plus(wait), doubled.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : doubled));
    }

    @Override
    public void close() {
        ticker.close();
    }
}
