package cms.delivery.read;

import cms.delivery.serve.Release;
import cms.delivery.serve.ServedProject;
import cms.platform.json.Json;
import cms.platform.live.LiveEvent;
import cms.platform.live.LiveStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The clients that wait for the next release of a project; none of them holds a thread. */
public final class Watchers {
    private final Function<String, @Nullable ServedProject> servedProjects;
    private final Map<String, Set<Watcher>> waiting = new ConcurrentHashMap<>();
    private final ReentrantLock sending = new ReentrantLock();

    /**
     * @param servedProjects gives the current release and settings of a project, without a release while it is not in
     *     memory; null when it was deleted
     */
    public Watchers(Function<String, @Nullable ServedProject> servedProjects) {
        this.servedProjects = servedProjects;
    }

    /** One stream, and the last release that its client has got. */
    private static final class Watcher {
        private final LiveStream stream;
        private final BooleanSupplier mayRead;

        /** Its build; the release itself would stay in memory with the stream. */
        private String sent;

        Watcher(LiveStream stream, BooleanSupplier mayRead, String knownBuild) {
            this.stream = stream;
            this.mayRead = mayRead;
            this.sent = knownBuild;
        }

        void send(Release release, LiveEvent event) {
            if (!mayRead.getAsBoolean()) {
                stream.close();
            } else {
                sendUnlessKnown(release, event);
            }
        }

        void sendUnlessKnown(Release release, LiveEvent event) {
            if (!release.buildId().equals(sent)) {
                sent = release.buildId();
                stream.send(event);
            }
        }
    }

    /** Sends the new release to the watchers of a project, on a thread of its own, so that no build waits for them. */
    public void changed(ServedProject served) {
        if (waiting.containsKey(served.projectId())) {
            Thread.ofVirtual().name("delivery-news").start(() -> sendToAll(served.projectId()));
        }
    }

    /** Whether a client waits, so that the project is remembered when it leaves memory. */
    public boolean isWatched(String projectId) {
        return waiting.containsKey(projectId);
    }

    /**
     * Sends the current release unless it is known, then each new one, until the client goes or may no longer read.
     *
     * @param knownBuild the build whose release the client need not be sent; empty for none
     */
    void watch(String projectId, String knownBuild, BooleanSupplier keyHolds, LiveStream stream) {
        BooleanSupplier mayRead = () -> keyHolds.getAsBoolean() && isServed(projectId);
        Watcher watcher = new Watcher(stream, mayRead, knownBuild);
        sending.lock();
        try {
            waiting.compute(projectId, (id, before) -> {
                Set<Watcher> all = before == null ? ConcurrentHashMap.newKeySet() : before;
                all.add(watcher);
                return all;
            });
            Release now = current(projectId);
            if (now != null) {
                watcher.sendUnlessKnown(now, event(now));
            }
        } finally {
            sending.unlock();
        }
        stream.whileAllowed(mayRead);
        stream.onClosed(() -> waiting.computeIfPresent(projectId, (id, all) -> {
            all.remove(watcher);
            return all.isEmpty() ? null : all;
        }));
    }

    /** Sends the current release to all watchers, one call at a time, so that none gets an older one after a newer. */
    private void sendToAll(String projectId) {
        sending.lock();
        try {
            Release now = current(projectId);
            if (now != null) {
                LiveEvent event = event(now);
                waiting.getOrDefault(projectId, Set.of()).forEach(watcher -> watcher.send(now, event));
            }
        } finally {
            sending.unlock();
        }
    }

    private boolean isServed(String projectId) {
        ServedProject served = servedProjects.apply(projectId);
        return served != null && served.enabled() && served.granted();
    }

    private @Nullable Release current(String projectId) {
        ServedProject served = servedProjects.apply(projectId);
        return served == null ? null : served.release();
    }

    private static LiveEvent event(Release release) {
        return LiveEvent.of(
                release.commitSha(),
                Json.object()
                        .put("type", "release")
                        .put("commitSha", release.commitSha())
                        .put("builtAt", release.builtAt().toString()));
    }
}
