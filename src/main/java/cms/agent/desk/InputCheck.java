package cms.agent.desk;

import cms.agent.model.AgentLimits;
import cms.agent.model.CleanText;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.json.SentJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks the input of a call against its schema and reports all problems at once. Unambiguous deviations are converted:
 * {@code "20"} to 20, one value to a list, JSON text to an object.
 */
final class InputCheck {
    private final List<String> problems = new ArrayList<>();

    /** The converted input. */
    ObjectNode check(ObjectNode input, JsonNode schema) {
        return object("", input, schema);
    }

    List<String> problems() {
        return problems.subList(0, Math.min(problems.size(), AgentLimits.INPUT_PROBLEMS_MAX));
    }

    private ObjectNode object(String path, ObjectNode value, JsonNode schema) {
        JsonNode properties = schema.path("properties");
        boolean open = schema.path("additionalProperties").asBoolean(false);
        ObjectNode meant = Json.object();
        value.properties().forEach(member -> {
            String at = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
            if (properties.has(member.getKey())) {
                if (!member.getValue().isNull()) {
                    meant.set(member.getKey(), value(at, member.getValue(), properties.get(member.getKey())));
                }
            } else if (open) {
                meant.set(member.getKey(), member.getValue());
            } else {
                problems.add(shown(at) + " is no member; there are: "
                        + String.join(", ", ((ObjectNode) properties).propertyNames()));
            }
        });
        for (JsonNode name : schema.path("required")) {
            JsonNode found = meant.path(name.asString());
            if (found.isMissingNode() || found.isString() && found.asString().isBlank()) {
                problems.add((path.isEmpty() ? "" : path + ".") + name.asString() + " is required");
            }
        }
        return meant;
    }

    private static String shown(String path) {
        return path.length() > AgentLimits.INPUT_PATH_CHARS_MAX
                ? CleanText.head(path, AgentLimits.INPUT_PATH_CHARS_MAX) + "…"
                : path;
    }

    private JsonNode value(String path, JsonNode value, JsonNode schema) {
        return switch (schema.path("type").asString("")) {
            case "string" -> text(path, value, schema);
            case "integer" -> integer(path, value, schema);
            case "boolean" -> flag(path, value);
            case "array" -> array(path, value, schema);
            case "object" -> nested(path, value, schema);
            default -> value;
        };
    }

    private JsonNode text(String path, JsonNode value, JsonNode schema) {
        if (!value.isString()) {
            problems.add(path + " must be a text");
            return value;
        }
        List<String> allowed =
                schema.path("enum").valueStream().map(JsonNode::asString).toList();
        if (!allowed.isEmpty() && !allowed.contains(value.asString())) {
            problems.add(path + " must be one of " + String.join(", ", allowed));
        }
        if (value.asString().length() > schema.path("maxLength").asInt(Integer.MAX_VALUE)) {
            problems.add(path + " is too long");
        }
        return value;
    }

    private JsonNode integer(String path, JsonNode value, JsonNode schema) {
        JsonNode number = value;
        if (value.isString() && value.asString().matches("-?\\d{1,9}")) {
            number = Json.tree(Integer.parseInt(value.asString()));
        }
        int min = schema.path("minimum").asInt(Integer.MIN_VALUE);
        int max = schema.path("maximum").asInt(Integer.MAX_VALUE);
        if (!number.isIntegralNumber() || !number.canConvertToInt() || number.asInt() < min || number.asInt() > max) {
            problems.add(path + " must be a whole number from " + min + " to " + max);
        }
        return number;
    }

    private JsonNode flag(String path, JsonNode value) {
        if (value.isString()
                && (value.asString().equals("true") || value.asString().equals("false"))) {
            return Json.tree(Boolean.parseBoolean(value.asString()));
        }
        if (!value.isBoolean()) {
            problems.add(path + " must be true or false");
        }
        return value;
    }

    private JsonNode array(String path, JsonNode value, JsonNode schema) {
        ArrayNode items = Json.object().putArray("items");
        if (value instanceof ArrayNode list) {
            list.forEach(items::add);
        } else {
            items.add(value);
        }
        int max = schema.path("maxItems").asInt(Integer.MAX_VALUE);
        if (items.size() > max || items.size() < schema.path("minItems").asInt(0)) {
            problems.add(path + " must be a list of " + schema.path("minItems").asInt(0) + " to " + max);
            return value;
        }
        ArrayNode meant = Json.object().putArray("items");
        for (int i = 0; i < items.size(); i++) {
            meant.add(value(path + "[" + i + "]", items.get(i), schema.path("items")));
        }
        return meant;
    }

    private JsonNode nested(String path, JsonNode value, JsonNode schema) {
        JsonNode object = value.isString() ? parsed(value) : value;
        if (!(object instanceof ObjectNode members)) {
            problems.add(path + " must be an object");
            return value;
        }
        return object(path, members, schema);
    }

    private static JsonNode parsed(JsonNode text) {
        try {
            return SentJson.withoutNul(text.asString().getBytes(StandardCharsets.UTF_8));
        } catch (Failure noJson) {
            return text;
        }
    }
}
