package cms.delivery;

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
}
