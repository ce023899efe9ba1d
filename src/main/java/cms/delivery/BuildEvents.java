package cms.delivery;

import cms.platform.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The progress events of a build (spec 6.2, phases of reference 5.4). */
final class BuildEvents {
    private BuildEvents() {}

    /** {@code phase} is {@code init}, {@code upload}, {@code cleanup} or {@code done}. */
    static ObjectNode phase(String phase, String message) {
        return Json.object().put("phase", phase).put("message", message);
    }

    static ObjectNode model(String modelId, int number, int total) {
        return phase("model", "Building " + modelId)
                .put("modelId", modelId)
                .put("current", number)
                .put("total", total);
    }

    static ObjectNode complete(BuildResult result) {
        @Nullable String error = result.error();
        ObjectNode event = phase("complete", error == null ? "The build is complete" : error);
        event.set("result", result.json());
        return event;
    }

    static ObjectNode error(String message) {
        return phase("error", message);
    }

    static boolean isLast(ObjectNode event) {
        String phase = event.path("phase").asString("");
        return phase.equals("complete") || phase.equals("error");
    }
}
