package cms.monitoring;

import cms.platform.jobs.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The states of parts. All are probed at the start and once a minute, every ten seconds while one is away, and at once
 * after a failure that a part may have caused. An outage is one line in the log when it begins and one when it ends.
 */
final class MonitoredParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MonitoredParts.class);
    private static final Duration KEPT = Duration.ofSeconds(10);
    private static final int MINUTE_IN_LOOKS = 6;

    private final List<MonitoredPart> parts;
    private final InstantSource clock;
    private final TimedCache<Boolean> required;
    private final Map<String, PartOutage> outages = new ConcurrentHashMap<>();

    /** When the newest probe of a part that succeeded began, by {@link System#nanoTime()}; read under the lock. */
    private final Map<String, Long> worked = new HashMap<>();

    private final ReentrantLock noting = new ReentrantLock();
    private final Map<String, AtomicBoolean> suspected = new ConcurrentHashMap<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final Ticker ticker = new Ticker("parts");
    private volatile CountDownLatch first = new CountDownLatch(0);

    private record PartOutage(Instant since) {}

    MonitoredParts(List<MonitoredPart> parts, InstantSource clock) {
        this.parts = List.copyOf(parts);
        this.clock = clock;
        this.required = new TimedCache<>(KEPT, clock, () -> look(true));
        parts.forEach(part -> suspected.put(part.name(), new AtomicBoolean()));
    }

    /** Probes all parts at once on other threads, and regularly from now on. */
    void begin() {
        CountDownLatch looked = new CountDownLatch(1);
        first = looked;
        ticker.once(0, () -> {
            try {
                look(true);
            } finally {
                looked.countDown();
            }
            look(false);
        });
        ticker.every(KEPT.toMillis(), () -> {
            if (looks.incrementAndGet() % MINUTE_IN_LOOKS == 0 || !outages.isEmpty()) {
                look(true);
                look(false);
            }
        });
    }

    List<String> names() {
        return parts.stream().map(MonitoredPart::name).toList();
    }

    boolean isUp(String name) {
        return !outages.containsKey(name);
    }

    /**
     * {@code ok}, {@code degraded} or {@code unavailable} by name; required parts are probed again after 10 seconds.
     */
    Map<String, Object> states() {
        awaitStart();
        required.get();
        Map<String, Object> states = new LinkedHashMap<>();
        parts.forEach(part -> states.put(part.name(), isUp(part.name()) ? "ok" : part.wordWhenDown()));
        return states;
    }

    /** Probes a part at once after a failure that it may have caused; concurrent failures share a probe. */
    void suspect(String name, @Nullable Throwable failed) {
        AtomicBoolean asked = suspected.get(name);
        if (asked != null && isUp(name) && asked.compareAndSet(false, true)) {
            ticker.once(0, () -> {
                try {
                    parts.stream().filter(part -> part.name().equals(name)).forEach(part -> {
                        if (look(part) && failed != null) {
                            LOG.warn("{} failed once and works again: {}", name, messageOf(failed));
                        }
                    });
                } finally {
                    ticker.once(KEPT.toMillis(), () -> asked.set(false));
                }
            });
        }
    }

    /** A caller that comes during the first check waits for it; required parts have timeouts of their own. */
    private void awaitStart() {
        try {
            if (!first.await(KEPT.toSeconds(), TimeUnit.SECONDS)) {
                LOG.debug("the parts have not answered since the start");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean look(boolean ofRequired) {
        return parts.stream()
                .filter(part -> part.required() == ofRequired)
                .map(this::look)
                .reduce(true, Boolean::logicalAnd);
    }

    private boolean look(MonitoredPart part) {
        long began = System.nanoTime();
        try {
            part.probe().run();
            note(() -> succeeded(part.name(), began));
            return true;
        } catch (RuntimeException away) {
            LOG.debug("{} does not work", part.name(), away);
            note(() -> failed(part.name(), began, away));
            return false;
        }
    }

    private void note(Runnable outcome) {
        noting.lock();
        try {
            outcome.run();
        } finally {
            noting.unlock();
        }
    }

    private void succeeded(String name, long began) {
        worked.merge(name, began, (one, other) -> one - other > 0 ? one : other);
        Optional.ofNullable(outages.remove(name))
                .ifPresent(outage -> LOG.info("{} is back after {} s", name, secondsSince(outage.since())));
    }

    /** A probe that waited for its timeout while one that began later succeeded says nothing about now. */
    private void failed(String name, long began, RuntimeException failure) {
        boolean isOld = worked.getOrDefault(name, began) - began > 0;
        if (!isOld && outages.putIfAbsent(name, new PartOutage(clock.instant())) == null) {
            LOG.warn("{} is away: {}", name, messageOf(failure));
        }
    }

    private long secondsSince(Instant begin) {
        return Duration.between(begin, clock.instant()).toSeconds();
    }

    /** The message of a failure and, where there is one, of its innermost cause. */
    private static String messageOf(Throwable failed) {
        Throwable inner = failed;
        while (inner.getCause() != null && inner.getCause() != inner) {
            inner = inner.getCause();
        }
        String message = String.valueOf(failed.getMessage());
        String text = inner == failed ? message : message + " (" + inner + ")";
        return text.replaceAll("\\s+", " ");
    }

    @Override
    public void close() {
        ticker.close();
    }
}
