package cms.mcp.protocol;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether the person behind a client can be asked within a call, and what they answered.
 *
 * @param possible the client declares that it shows forms (elicitation of 2026-07-28)
 * @param answer the answer to forms that an earlier round of this call asked for
 */
public record Elicitation(boolean possible, Optional<Answered> answer) {
    /** The value for clients that cannot show a form. */
    public static final Elicitation IMPOSSIBLE = new Elicitation(false, Optional.empty());

    private static final String ACTION = "action";
    private static final String CONTENT = "content";

    /**
     * A form for a person.
     *
     * @param name under which the answer is returned
     * @param message text by this service, with counts and ids only
     * @param schema of the answer
     */
    public record ElicitationForm(String name, String message, ObjectNode schema) {}

    /**
     * The answer of a client to forms.
     *
     * @param state the sealed state of the round that asked; empty when the client sent none
     * @param responses by the names of the forms; not validated yet
     */
    public record Answered(String state, ObjectNode responses) {
        /** The content that the person filled in; empty when they declined, or were not asked by this form. */
        public Optional<ObjectNode> accepted(String form) {
            JsonNode response = responses.path(form);
            return response.path(ACTION).asString("").equals("accept")
                            && response.path(CONTENT) instanceof ObjectNode content
                    ? Optional.of(content)
                    : Optional.empty();
        }
    }

    static Elicitation of(JsonRpcMessage.Call call) {
        boolean possible =
                call.meta().path(MetaKeys.CAPABILITIES).path("elicitation").isObject();
        return new Elicitation(
                possible,
                possible && call.params().path("inputResponses") instanceof ObjectNode responses
                        ? Optional.of(
                                new Answered(call.params().path("requestState").asString(""), responses))
                        : Optional.empty());
    }

    /** The result that makes the client show a form. */
    static ObjectNode ask(ObjectNode result, ElicitationForm form, String state) {
        result.put("resultType", "input_required");
        ObjectNode params = result.putObject("inputRequests")
                .putObject(form.name())
                .put("method", "elicitation/create")
                .putObject("params");
        params.put("mode", "form").put("message", form.message());
        params.set("requestedSchema", form.schema());
        return result.put("requestState", state);
    }
}
