package cms.delivery.count;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which projects have landings that readers do not see yet, and since when; for {@code /metrics}. */
public final class Undelivered {
    private final InstantSource clock;
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    private record Waiting(Instant oldest, Instant newest) {}

    Undelivered(InstantSource clock) {
        this.clock = clock;
    }

    /** Something landed that a build is asked for. */
    public void landed(String projectId) {
        Instant now = clock.instant();
        waiting.merge(projectId, new Waiting(now, now), (known, more) -> new Waiting(known.oldest(), more.newest()));
    }

    /** A build that began at {@code began} went well: what landed later waits from then on. */
    public void delivered(String projectId, Instant began) {
        waiting.computeIfPresent(
                projectId, (id, known) -> known.newest().isAfter(began) ? new Waiting(began, known.newest()) : null);
    }

    public void forget(String projectId) {
        waiting.remove(projectId);
    }

    /** How long the oldest landing has been waiting, 0 when none does. */
    double ageSeconds() {
        Instant now = clock.instant();
        return waiting.values().stream()
                .mapToDouble(one -> Duration.between(one.oldest(), now).toMillis() / 1e3)
                .max()
                .orElse(0);
    }
}
