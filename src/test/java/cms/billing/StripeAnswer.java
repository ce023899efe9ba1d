package cms.billing;

import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** What the stand-in of the payment provider answers. */
record StripeAnswer(int status, ObjectNode json) {
    /** The connection ends without an answer. */
    static final int RESET = 0;

    static StripeAnswer ok(ObjectNode json) {
        return new StripeAnswer(200, json);
    }

    static StripeAnswer refused(int status, String message) {
        ObjectNode json = Json.object();
        json.putObject("error").put("type", "invalid_request_error").put("message", message);
        return new StripeAnswer(status, json);
    }
}
