package cms.delivery.serve;

import java.util.HashMap;
import java.util.Map;

/** Settles releases that are still current at a second look; one that is replaced at once is not worth it. */
final class Settling {
    private final Outlets outlets;
    private final Map<String, Seen> seen = new HashMap<>();

    Settling(Outlets outlets) {
        this.outlets = outlets;
    }

    private record Seen(Release release, boolean settled) {}

    /** Called now and then by one thread. */
    void look() {
        seen.keySet().removeIf(projectId -> outlets.find(projectId) == null);
        for (Outlet outlet : outlets.all()) {
            Release release = outlet.release();
            if (release != null) {
                Seen before = seen.get(outlet.projectId());
                if (before == null || before.release() != release) {
                    seen.put(outlet.projectId(), new Seen(release, false));
                } else if (!before.settled()) {
                    release.settle();
                    seen.put(outlet.projectId(), new Seen(release, true));
                }
            }
        }
    }
}
