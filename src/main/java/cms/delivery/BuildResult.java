package cms.delivery;

import cms.delivery.build.Site;
import cms.platform.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of a build (spec 2.12).
 *
 * @param status {@code COMPLETED} also when single files had to be left out
 * @param files files of the release
 * @param filesUploaded files that this build stored
 * @param totalSizeBytes bytes of the whole release
 * @param changedModels ids of the models of which a file changed
 * @param error null when the build succeeded; files that had to be left out are named here, too
 */
record BuildResult(
        String buildId,
        Build.Status status,
        int files,
        int filesUploaded,
        long totalSizeBytes,
        long durationMillis,
        List<String> changedModels,
        @Nullable String error) {
    /** Beginning of a build's message that lists files which could not be delivered. */
    static final String LEFT_OUT = "Left out: ";

    static BuildResult failed(String buildId, long durationMillis, String error) {
        return new BuildResult(buildId, Build.Status.FAILED, 0, 0, 0, durationMillis, List.of(), error);
    }

    ObjectNode json() {
        return Json.object()
                .put("buildId", buildId)
                .put("filesUploaded", filesUploaded)
                .put("totalSizeBytes", totalSizeBytes)
                .put("durationMs", durationMillis)
                .put("error", error);
    }

    /** The sentence that names the first files of a site that could not be delivered; null where all were. */
    static @Nullable String errors(Site site) {
        if (site.errors().isEmpty()) {
            return null;
        }
        List<String> named = site.errors().stream()
                .limit(20)
                .map(error -> error.path() + ": " + error.message())
                .toList();
        return LEFT_OUT + String.join(" ", named);
    }
}
