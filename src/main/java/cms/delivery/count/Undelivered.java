package cms.delivery.count;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps since when projects have landings that readers do not see yet, for {@code /metrics}. */
public final class Undelivered {
    private final InstantSource clock;
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    private record Waiting(Instant oldest, Instant newest) {}

    Undelivered(InstantSource clock) {
        this.clock = clock;
    }

    /** Notes a landing for which a build is requested. */
    public void landed(String projectId) {
        Instant now = clock.instant();
        waiting.merge(projectId, new Waiting(now, now), (known, more) -> new Waiting(known.oldest(), more.newest()));
    }

    /** Notes that a build that began at {@code began} has succeeded: only landings after that wait. */
    public void delivered(String projectId, Instant began) {
        waiting.computeIfPresent(
                projectId, (id, known) -> known.newest().isAfter(began) ? new Waiting(began, known.newest()) : null);
    }

    public void forget(String projectId) {
        waiting.remove(projectId);
    }

    /** Seconds for which the oldest landing has been waiting, 0 when none does. */
    double ageSeconds() {
        Instant now = clock.instant();
        return waiting.values().stream()
                .mapToDouble(one -> Duration.between(one.oldest(), now).toMillis() / 1e3)
                .max()
                .orElse(0);
    }
}
