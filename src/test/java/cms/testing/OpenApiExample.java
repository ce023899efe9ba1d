package cms.testing;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One exchange: {@code request} and {@code response}, each only where it is JSON, or {@code event}, one of a stream;
 * whole or cut to an example that shows its shape.
 *
 * <p>The shape of a value is which documented members it has and of which types; the names of members that no schema
 * lists (ids, locales) do not count, nor how many elements an array has.
 */
final class OpenApiExample {
    private static final int ELEMENTS_MAX = 2;
    /** Elements of one array whose shape counts as seen. */
    private static final int SEEN_MAX = 100;
    /** Of an object, beside those that its schema lists. */
    private static final int OTHER_MEMBERS_MAX = 4;

    /** The status of an answer that is an event stream. */
    private static final int STREAMS = 200;

    private static final JsonNode ANYTHING = Json.object();

    private OpenApiExample() {}

    /** @return the whole exchange; empty when nothing of it is JSON, or the request is not what the file asks for */
    static Optional<ObjectNode> of(JsonNode operation, byte[] request, Reply reply) {
        ObjectNode example = Json.object();
        JsonNode asked = requestSchema(operation);
        if (!asked.isMissingNode() && request.length > 0) {
            Optional<JsonNode> sent = json(request);
            if (sent.isEmpty()
                    || !JsonSchema.faults(OpenApiAnswers.file(), asked, sent.get())
                            .isEmpty()) {
                return Optional.empty();
            }
            example.set("request", sent.get());
        }
        JsonNode promised = responseSchema(operation, reply.status());
        if (!promised.isMissingNode() && reply.header("Content-Type").startsWith("application/json")) {
            json(reply.body()).ifPresent(value -> example.set("response", value));
        }
        return example.isEmpty() ? Optional.empty() : Optional.of(example.put("status", reply.status()));
    }

    /** @return what was refused; empty when the refusal is no JSON that the file promises */
    static Optional<ObjectNode> ofRefusal(JsonNode operation, Reply reply) {
        JsonNode promised = responseSchema(operation, reply.status());
        return json(reply.body())
                .filter(value -> !promised.isMissingNode()
                        && JsonSchema.faults(OpenApiAnswers.file(), promised, value)
                                .isEmpty())
                .map(value -> exchange(reply.status(), "response", value));
    }

    /** @return one event of a stream; empty when it is not what the file promises */
    static Optional<ObjectNode> ofEvent(JsonNode operation, JsonNode event) {
        JsonNode promised = eventSchema(operation);
        boolean known = !promised.isMissingNode()
                && JsonSchema.faults(OpenApiAnswers.file(), promised, event).isEmpty();
        return known ? Optional.of(exchange(STREAMS, "event", event)) : Optional.empty();
    }

    private static ObjectNode exchange(int status, String part, JsonNode value) {
        ObjectNode exchange = Json.object().put("status", status);
        exchange.set(part, value);
        return exchange;
    }

    /** An exchange cut to what an example shows of it: few elements, few members that no schema lists. */
    static ObjectNode cut(JsonNode operation, ObjectNode whole) {
        int status = whole.get("status").asInt();
        ObjectNode example = Json.object().put("status", status);
        if (whole.has("request")) {
            example.set("request", cut(requestSchema(operation), whole.get("request")));
        }
        if (whole.has("response")) {
            example.set("response", cut(responseSchema(operation, status), whole.get("response")));
        }
        if (whole.has("event")) {
            example.set("event", cut(eventSchema(operation), whole.get("event")));
        }
        return example;
    }

    /** The schema of a JSON body; missing where the operation takes none. */
    static JsonNode requestSchema(JsonNode operation) {
        return schema(operation.path("requestBody"));
    }

    /** The schema of a JSON answer; missing where the status has none. */
    static JsonNode responseSchema(JsonNode operation, int status) {
        return schema(operation.path("responses").path(Integer.toString(status)));
    }

    /** The schema of the events of a stream; missing where the operation answers none. */
    static JsonNode eventSchema(JsonNode operation) {
        return events(operation).path("schema");
    }

    /** What the file says of the stream of an operation; missing where it answers none. */
    static JsonNode events(JsonNode operation) {
        return operation.path("responses").path(Integer.toString(STREAMS)).at("/content/text~1event-stream");
    }

    /** Each place of a value with its type, as {@code response.items[].id STRING}. */
    static Set<String> shape(JsonNode operation, JsonNode example) {
        Set<String> shape = new TreeSet<>();
        collect(requestSchema(operation), example.path("request"), "request", shape);
        JsonNode promised = responseSchema(operation, example.get("status").asInt());
        collect(promised, example.path("response"), "response", shape);
        if (example.has("event")) {
            collect(eventSchema(operation), example.get("event"), "event", shape);
        }
        return shape;
    }

    private static JsonNode schema(JsonNode bodyOrReference) {
        JsonNode media =
                JsonSchema.resolve(OpenApiAnswers.file(), bodyOrReference).at("/content/application~1json");
        return media.isMissingNode() || media.has("schema") ? media.path("schema") : ANYTHING;
    }

    private static Optional<JsonNode> json(byte[] body) {
        try {
            return Optional.of(Json.parse(body));
        } catch (Failure none) {
            return Optional.empty();
        }
    }

    private static JsonNode cut(JsonNode schemaOrReference, JsonNode value) {
        JsonNode schema = meant(schemaOrReference, value);
        if (value.isArray()) {
            var cut = Json.tree(new Object[0]).asArray();
            value.valueStream().limit(ELEMENTS_MAX).forEach(element -> cut.add(cut(schema.path("items"), element)));
            return cut;
        }
        if (!value.isObject()) {
            return value;
        }
        ObjectNode cut = Json.object();
        int others = 0;
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            JsonNode declared = schema.path("properties").path(member.getKey());
            if (!declared.isMissingNode() || others++ < OTHER_MEMBERS_MAX) {
                cut.set(member.getKey(), cut(declaredOrOther(schema, member.getKey()), member.getValue()));
            }
        }
        return cut;
    }

    private static void collect(JsonNode schemaOrReference, JsonNode value, String path, Set<String> shape) {
        JsonNode schema = meant(schemaOrReference, value);
        shape.add(path + " " + value.getNodeType());
        value.valueStream()
                .filter(element -> value.isArray())
                .limit(SEEN_MAX)
                .forEach(element -> collect(schema.path("items"), element, path + "[]", shape));
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            boolean declared = schema.path("properties").has(member.getKey());
            if (declared) {
                collect(
                        declaredOrOther(schema, member.getKey()),
                        member.getValue(),
                        path + "." + member.getKey(),
                        shape);
            } else {
                shape.add(path + ".*");
            }
        }
    }

    private static JsonNode declaredOrOther(JsonNode schema, String member) {
        JsonNode declared = schema.path("properties").path(member);
        return declared.isMissingNode() ? schema.path("additionalProperties") : declared;
    }

    /** The schema without references, and of several the first that takes the value. */
    private static JsonNode meant(JsonNode schemaOrReference, JsonNode value) {
        JsonNode root = OpenApiAnswers.file();
        JsonNode schema = JsonSchema.resolve(root, schemaOrReference);
        return schema.path("anyOf")
                .valueStream()
                .filter(one -> JsonSchema.faults(root, one, value).isEmpty())
                .findFirst()
                .map(one -> meant(one, value))
                .orElse(schema);
    }
}
