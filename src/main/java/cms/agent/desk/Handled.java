package cms.agent.desk;

import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call of a tool after the desk has handled it: its result for the client and for the model.
 *
 * @param forClient the whole result, up to its own bound
 * @param forModel the result as JSON text, without parts that only a person may know
 */
public record Handled(ObjectNode forClient, String forModel, boolean failed) {
    /** The result of a call that was not run. */
    public static Handled refused(ObjectNode why) {
        return new Handled(why, Json.text(why), true);
    }
}
