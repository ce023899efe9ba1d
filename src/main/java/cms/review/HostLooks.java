package cms.review;

import cms.githost.Hosting;
import cms.platform.compute.Outside;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches from a Git host because a reader names a commit that this instance's copy lacks: another instance may have
 * pushed it a moment ago. At most one fetch a second begins for a repository, however many readers name nonsense.
 */
final class HostLooks {
    private static final Logger LOG = LoggerFactory.getLogger(HostLooks.class);
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    /** Time that a reader waits for a host that does not answer; the fetch goes on without the reader. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);

    private final Hosting hosting;
    private final InstantSource clock;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();

    private record Look(Instant startedAt, CompletableFuture<Boolean> end) {
        boolean isEnough(Instant now) {
            return !end.isDone() || !now.isBefore(startedAt) && now.isBefore(startedAt.plus(BETWEEN));
        }
    }

    HostLooks(Hosting hosting, InstantSource clock) {
        this.hosting = hosting;
        this.clock = clock;
    }

    /**
     * Fetches, or waits for a fetch that is under way; a host that is away is no failure.
     *
     * @return whether a fetch that began with this call has succeeded. The copy then has whatever the reader can have
     *     been told of, as the host has a commit before anybody is told of it; one that is not there is gone again.
     */
    boolean look(String fullName) {
        Look mine = new Look(clock.instant(), new CompletableFuture<>());
        Look look = looks.compute(
                fullName, (name, last) -> last != null && last.isEnough(mine.startedAt()) ? last : started(name, mine));
        if (!look.end().isDone()) {
            Outside.waiting(() -> await(look.end()));
        }
        return look == mine && look.end().getNow(false);
    }

    private Look started(String fullName, Look look) {
        Thread.ofVirtual().name("look at " + fullName).start(() -> {
            boolean isFetched = false;
            try {
                hosting.refresh(fullName);
                isFetched = true;
            } catch (RuntimeException notNow) {
                LOG.info("{} may be older than what readers know: {}", fullName, notNow.getMessage());
            } finally {
                look.end().complete(isFetched);
            }
        });
        return look;
    }

    private static boolean await(CompletableFuture<Boolean> end) {
        try {
            return end.get(WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException goesOn) {
            return false;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
