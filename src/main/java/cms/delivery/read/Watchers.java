package cms.delivery.read;

import cms.delivery.serve.Outlet;
import cms.delivery.serve.Release;
import cms.platform.http.EventStream;
import cms.platform.json.Json;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Everybody who waits for the next release of a project. */
public final class Watchers {
    private static final long BEAT_SECONDS = 15;

    private final Function<String, @Nullable Outlet> outlets;
    private final Map<String, Set<Semaphore>> waiting = new ConcurrentHashMap<>();

    /** @param outlets what readers of a project get at this moment; null when it is gone */
    public Watchers(Function<String, @Nullable Outlet> outlets) {
        this.outlets = outlets;
    }

    /** Wakes whoever waits for news of this project. */
    public void changed(Outlet outlet) {
        waiting.getOrDefault(outlet.projectId(), Set.of()).forEach(Semaphore::release);
    }

    /**
     * Sends the current release unless it is known, then each new one, until the client goes or may no longer read.
     *
     * @param known the commit that the client has; empty for none
     */
    void watch(String projectId, String known, BooleanSupplier mayRead, EventStream stream) {
        Semaphore news = new Semaphore(0);
        waiting.compute(projectId, (id, before) -> {
            Set<Semaphore> all = before == null ? ConcurrentHashMap.newKeySet() : before;
            all.add(news);
            return all;
        });
        try {
            Release told = current(projectId);
            if (told != null && !told.commitSha().equals(known)) {
                stream.send(told.commitSha(), event(told));
            }
            while (stream.isOpen() && mayRead.getAsBoolean() && isServed(projectId)) {
                Release now = current(projectId);
                if (now != null && now != told) {
                    told = now;
                    stream.send(now.commitSha(), event(now));
                } else if (!news.tryAcquire(BEAT_SECONDS, TimeUnit.SECONDS)) {
                    stream.beat();
                } else {
                    news.drainPermits();
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } finally {
            waiting.computeIfPresent(projectId, (id, all) -> {
                all.remove(news);
                return all.isEmpty() ? null : all;
            });
        }
    }

    private boolean isServed(String projectId) {
        Outlet outlet = outlets.apply(projectId);
        return outlet != null && outlet.enabled() && outlet.granted();
    }

    private @Nullable Release current(String projectId) {
        Outlet outlet = outlets.apply(projectId);
        return outlet == null ? null : outlet.release();
    }

    private static ObjectNode event(Release release) {
        return Json.object()
                .put("type", "release")
                .put("commitSha", release.commitSha())
                .put("builtAt", release.builtAt().toString());
    }
}
