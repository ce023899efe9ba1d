package cms.delivery.serve;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current settings and release of one project for its readers; every change replaces the whole record.
 *
 * @param enabled whether the project has delivery switched on
 * @param granted whether the plan of its workspace includes delivery
 * @param publicMedia whether media is served without a key
 * @param release null while nothing was built yet
 */
public record ServedProject(
        String projectId,
        boolean enabled,
        boolean granted,
        boolean publicMedia,
        @Nullable Release release) {
    /** Whether an entry has appeared or disappeared by its schedule since the release was built. */
    public boolean isDue(Instant now) {
        return release != null
                && release.nextChange().filter(change -> !change.isAfter(now)).isPresent();
    }

    /** A copy without its release. */
    public ServedProject withoutRelease() {
        return new ServedProject(projectId, enabled, granted, publicMedia, null);
    }

    /** A copy with a new release. */
    public ServedProject with(Release newRelease) {
        return new ServedProject(projectId, enabled, granted, publicMedia, newRelease);
    }
}
