package cms.agent.desk;

import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call of a tool after the desk has handled it: its result for the client and for the model.
 *
 * @param forClient the whole result, up to its own bound
 * @param forModel JSON text, without anything that only a person may know
 * @param parkedCode what lets a parked call run; empty for a call that does not wait
 */
public record Handled(ObjectNode forClient, String forModel, boolean failed, Effect effect, String parkedCode) {
    /** Of a call that nothing was done for. */
    public static Handled refused(ObjectNode why) {
        return new Handled(why, Json.text(why), true, Effect.none(), "");
    }
}
