package cms.delivery.serve;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;

/**
 * Works on releases beside those who make and read them: compresses one right after readers have got it, unless the next
 * one is on its way already, and settles whichever is still current at a second look.
 */
final class Settling {
    private final Outlets outlets;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    Settling(Outlets outlets) {
        this.outlets = outlets;
    }

    private record Seen(Release release, boolean settled) {}

    /** Begins to compress the release that readers of a project have got; the caller does not wait. */
    void begin(String projectId, BooleanSupplier brief) {
        Outlet outlet = outlets.find(projectId);
        Release release = outlet == null ? null : outlet.release();
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
        Outlet now = outlets.find(projectId);
        return now != null && now.release() == release;
    }

    /** Called now and then by one thread. */
    void look() {
        seen.keySet().removeIf(projectId -> outlets.find(projectId) == null);
        for (Outlet outlet : outlets.all()) {
            Release release = outlet.release();
            if (release != null) {
                Seen before = seen.get(outlet.projectId());
                if (before == null || before.release() != release) {
                    seen.put(outlet.projectId(), new Seen(release, false));
                } else if (!before.settled() && !underWay.contains(outlet.projectId())) {
                    release.settle();
                    seen.put(outlet.projectId(), new Seen(release, true));
                }
            }
        }
    }
}
