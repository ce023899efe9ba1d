package cms.agent.desk;

import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of a call of a tool, as the client and as the model get it.
 *
 * @param forClient the whole result, up to its own bound
 * @param forModel the result as JSON text, without parts that only a person may know
 */
public record RenderedResult(ObjectNode forClient, String forModel, boolean failed) {
    /** The result of a call that was not run. */
    public static RenderedResult refused(ObjectNode why) {
        return new RenderedResult(why, Json.text(why), true);
    }
}
