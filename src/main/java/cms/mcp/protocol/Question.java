package cms.mcp.protocol;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether the person behind a client can be asked within a call, and what they answered.
 *
 * @param possible the client declares that it shows forms (elicitation of 2026-07-28)
 * @param answer the answer to the form that an earlier round of this call asked for
 */
public record Question(boolean possible, Optional<Answered> answer) {
    /** For clients that cannot be asked. */
    public static final Question IMPOSSIBLE = new Question(false, Optional.empty());

    private static final String FORM = "confirm";

    /**
     * What came back.
     *
     * @param state the sealed state of the round that asked
     * @param confirmed whether the person accepted and confirmed
     */
    public record Answered(String state, boolean confirmed) {}

    static Question of(Message.Call call) {
        boolean possible =
                call.meta().path(MetaKeys.CAPABILITIES).path("elicitation").isObject();
        String state = call.params().path("requestState").asString("");
        if (!possible
                || state.isEmpty()
                || !call.params().path("inputResponses").isObject()) {
            return new Question(possible, Optional.empty());
        }
        var response = call.params().path("inputResponses").path(FORM);
        boolean confirmed = response.path("action").asString("").equals("accept")
                && response.path("content").path(FORM).asBoolean(false);
        return new Question(true, Optional.of(new Answered(state, confirmed)));
    }

    /** The result that makes the client show one box to tick. */
    static ObjectNode ask(ObjectNode result, String message, String state) {
        result.put("resultType", "input_required");
        ObjectNode params = result.putObject("inputRequests")
                .putObject(FORM)
                .put("method", "elicitation/create")
                .putObject("params");
        params.put("mode", "form").put("message", message);
        ObjectNode schema = params.putObject("requestedSchema").put("type", "object");
        schema.putObject("properties").putObject(FORM).put("type", "boolean");
        schema.putArray("required").add(FORM);
        return result.put("requestState", state);
    }
}
