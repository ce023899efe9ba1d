package cms.delivery.serve;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;

/**
 * Compresses releases in the background: right after readers have got one, unless the next one is on its way already,
 * and again half a second later if it is still current.
 */
final class BackgroundCompression {
    private final ServedProjects servedProjects;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    BackgroundCompression(ServedProjects servedProjects) {
        this.servedProjects = servedProjects;
    }

    private record Seen(Release release, boolean prepared) {}

    /** Begins to compress the release that readers of a project have got; the caller does not wait. */
    void begin(String projectId, BooleanSupplier brief) {
        ServedProject served = servedProjects.find(projectId);
        Release release = served == null ? null : served.release();
        if (release != null && !brief.getAsBoolean() && underWay.add(projectId)) {
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    release.compress(() -> !brief.getAsBoolean() && isCurrent(projectId, release));
                } finally {
                    underWay.remove(projectId);
                }
                if (!isCurrent(projectId, release)) {
                    begin(projectId, brief);
                }
            });
        }
    }

    private boolean isCurrent(String projectId, Release release) {
        ServedProject now = servedProjects.find(projectId);
        return now != null && now.release() == release;
    }

    /** Compresses current releases that have stayed for a moment; called regularly by one thread. */
    void run() {
        seen.keySet().removeIf(projectId -> servedProjects.find(projectId) == null);
        for (ServedProject served : servedProjects.all()) {
            Release release = served.release();
            if (release != null) {
                Seen before = seen.get(served.projectId());
                if (before == null || before.release() != release) {
                    seen.put(served.projectId(), new Seen(release, false));
                } else if (!before.prepared() && !underWay.contains(served.projectId())) {
                    release.prepare();
                    seen.put(served.projectId(), new Seen(release, true));
                }
            }
        }
    }
}
