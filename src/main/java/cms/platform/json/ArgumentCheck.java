package cms.platform.json;

import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks the arguments of a call against its schema and reports all problems at once. Unambiguous deviations are
 * converted ({@code "20"} to 20, one value to a list, JSON text to an object) with a warning.
 */
public final class ArgumentCheck {
    private static final int ISSUES_MAX = 50;

    private final List<ArgumentIssue> issues = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** The converted arguments. */
    public ObjectNode check(ObjectNode arguments, JsonNode schema) {
        return object("", arguments, schema);
    }

    public List<ArgumentIssue> issues() {
        return issues.subList(0, Math.min(issues.size(), ISSUES_MAX));
    }

    /** The first issues as sentences. */
    public String inWords(int issuesMax) {
        return issues.stream().limit(issuesMax).map(ArgumentIssue::inWords).collect(Collectors.joining(" "));
    }

    public List<String> warnings() {
        return warnings;
    }

    private ObjectNode object(String path, ObjectNode value, JsonNode schema) {
        JsonNode properties = schema.path("properties");
        List<String> known =
                List.copyOf(((ObjectNode) (properties.isObject() ? properties : Json.object())).propertyNames());
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
                issues.add(ArgumentIssue.unknown(at, member.getKey(), known));
            }
        });
        for (JsonNode name : schema.path("required")) {
            JsonNode found = meant.path(name.asString());
            if (found.isMissingNode() || found.isString() && found.asString().isBlank()) {
                String at = path.isEmpty() ? name.asString() : path + "." + name.asString();
                issues.add(ArgumentIssue.of(at, "required", at + " is required."));
            }
        }
        return meant;
    }

    private JsonNode value(String path, JsonNode value, JsonNode schema) {
        return switch (schema.path("type").asString("")) {
            case "string" -> text(path, value, schema);
            case "integer" -> integer(path, value, schema);
            case "boolean" -> flag(path, value, schema);
            case "array" -> array(path, value, schema);
            case "object" -> nested(path, value, schema);
            default -> value;
        };
    }

    private JsonNode text(String path, JsonNode value, JsonNode schema) {
        if (!value.isString()) {
            issues.add(ArgumentIssue.wrong(path, "a text", value));
            return value;
        }
        List<String> allowed =
                schema.path("enum").valueStream().map(JsonNode::asString).toList();
        if (!allowed.isEmpty() && !allowed.contains(value.asString())) {
            issues.add(ArgumentIssue.notOneOf(path, value.asString(), allowed));
        }
        int max = schema.path("maxLength").asInt(Integer.MAX_VALUE);
        if (value.asString().length() > max) {
            issues.add(ArgumentIssue.of(path, "too_long", path + " may have at most " + max + " characters."));
        }
        return value;
    }

    private JsonNode integer(String path, JsonNode value, JsonNode schema) {
        JsonNode number = value;
        if (value.isString() && value.asString().matches("-?\\d{1,9}")) {
            number = Json.tree(Integer.parseInt(value.asString()));
            warnings.add(path + ": the text was taken as a number.");
        }
        if (!number.isIntegralNumber() || !number.canConvertToInt()) {
            issues.add(ArgumentIssue.wrong(path, "a whole number", value));
            return value;
        }
        int min = schema.path("minimum").asInt(Integer.MIN_VALUE);
        int max = schema.path("maximum").asInt(Integer.MAX_VALUE);
        if (number.asInt() < min || number.asInt() > max) {
            issues.add(ArgumentIssue.wrong(path, "from " + min + " to " + max, value));
        }
        return number;
    }

    /** A boolean; consent must be the literal and not a text in its place (reference 7.2). */
    private JsonNode flag(String path, JsonNode value, JsonNode schema) {
        boolean isAgreement = schema.has("const");
        if (!isAgreement
                && value.isString()
                && (value.asString().equals("true") || value.asString().equals("false"))) {
            warnings.add(path + ": the text was taken as true or false.");
            return Json.tree(Boolean.parseBoolean(value.asString()));
        }
        if (!value.isBoolean()) {
            issues.add(ArgumentIssue.wrong(path, "true or false", value));
        }
        return value;
    }

    private JsonNode array(String path, JsonNode value, JsonNode schema) {
        ArrayNode items = Json.object().putArray("items");
        if (value instanceof ArrayNode list) {
            list.forEach(items::add);
        } else {
            items.add(value);
            warnings.add(path + ": one value was taken as a list.");
        }
        int max = schema.path("maxItems").asInt(Integer.MAX_VALUE);
        if (items.size() > max || items.size() < schema.path("minItems").asInt(0)) {
            issues.add(ArgumentIssue.wrong(path, "a list of at most " + max + " and at least one", value));
            return value;
        }
        ArrayNode meant = Json.object().putArray("items");
        for (int i = 0; i < items.size(); i++) {
            meant.add(value(path + "[" + i + "]", items.get(i), schema.path("items")));
        }
        return meant;
    }

    private JsonNode nested(String path, JsonNode value, JsonNode schema) {
        JsonNode object = value;
        if (value.isString()) {
            object = parsed(path, value);
        }
        if (!(object instanceof ObjectNode members)) {
            issues.add(ArgumentIssue.wrong(path, "an object", value));
            return value;
        }
        return object(path, members, schema);
    }

    private JsonNode parsed(String path, JsonNode text) {
        try {
            JsonNode parsed = SentJson.withoutNul(text.asString().getBytes(StandardCharsets.UTF_8));
            if (parsed.isObject()) {
                warnings.add(path + ": the JSON text was taken as an object.");
            }
            return parsed;
        } catch (Failure noJson) {
            return text;
        }
    }
}
