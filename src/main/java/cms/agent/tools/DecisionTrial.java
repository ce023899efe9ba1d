package cms.agent.tools;

import cms.agent.desk.Work;
import cms.platform.json.Json;
import cms.review.Reviews;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The dry run of merging or rejecting a change. */
final class DecisionTrial {
    private DecisionTrial() {}

    static ObjectNode of(Work work, String branch) {
        return work.changes().reviews().difference(work.place(), branch, difference -> of(branch, difference));
    }

    private static ObjectNode of(String branch, Reviews.Difference difference) {
        ObjectNode value =
                Json.object().put("branch", branch).put("merged", false).put("dryRun", true);
        ArrayNode diff = value.putArray("diff");
        for (JsonNode file : difference.json().path("diff")) {
            diff.addObject()
                    .put("path", file.path("path").asString(""))
                    .put("status", file.path("status").asString(""));
        }
        return value;
    }
}
