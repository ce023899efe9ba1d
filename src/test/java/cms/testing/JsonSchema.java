package cms.testing;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Holds a JSON value against the part of JSON Schema that {@code openapi.yaml} uses.
 *
 * <p>Stricter than the standard in one point: an object schema that lists properties and says nothing of others takes
 * no others, so that an answer cannot grow members that nobody documented. A keyword that is not known here fails, so
 * that none is silently passed over.
 */
final class JsonSchema {
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final JsonNode root;
    private final List<String> faults = new ArrayList<>();

    private JsonSchema(JsonNode root) {
        this.root = root;
    }

    /** @return one line for each difference, empty when {@code value} matches */
    static List<String> faults(JsonNode root, JsonNode schema, JsonNode value) {
        JsonSchema check = new JsonSchema(root);
        check.value("$", schema, value);
        return check.faults;
    }

    /** Follows {@code $ref} inside the document; anything else is returned as it is. */
    static JsonNode resolve(JsonNode root, JsonNode node) {
        JsonNode found = node;
        while (found.has("$ref")) {
            String pointer = found.get("$ref").asString();
            found = root.at(pointer.substring(1));
            if (found.isMissingNode()) {
                throw new AssertionError(pointer + " leads nowhere");
            }
        }
        return found;
    }

    private void value(String at, JsonNode schemaOrRef, JsonNode value) {
        JsonNode schema = resolve(root, schemaOrRef);
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            JsonNode rule = keyword.getValue();
            switch (keyword.getKey()) {
                case "type" -> check(at, hasType(rule, value), "is no " + rule);
                case "const" -> check(at, value.equals(rule), "is not " + rule);
                case "enum" -> check(at, rule.valueStream().anyMatch(value::equals), "is none of " + rule);
                case "format" -> check(at, hasFormat(rule.asString(), value), "is no " + rule);
                case "anyOf", "oneOf" ->
                    check(
                            at,
                            rule.valueStream()
                                    .anyMatch(one -> faults(root, one, value).isEmpty()),
                            "matches none of " + rule);
                case "required" ->
                    rule.forEach(name -> check(at, !value.isObject() || value.has(name.asString()), "lacks " + name));
                case "properties" -> members(at, schema, value);
                case "items" -> items(at, rule, value);
                case "additionalProperties" -> others(at, schema, value);
                case "allOf" -> rule.forEach(one -> value(at, one, value));
                case "minimum" ->
                    check(at, !value.isNumber() || value.asDouble() >= rule.asDouble(), "is below " + rule);
                case "maximum" ->
                    check(at, !value.isNumber() || value.asDouble() <= rule.asDouble(), "is above " + rule);
                case "minLength" ->
                    check(at, !value.isString() || length(value) >= rule.asInt(), "is shorter than " + rule);
                case "maxLength" ->
                    check(at, !value.isString() || length(value) <= rule.asInt(), "is longer than " + rule);
                case "minItems" -> check(at, !value.isArray() || value.size() >= rule.asInt(), "has less than " + rule);
                case "maxItems" -> check(at, !value.isArray() || value.size() <= rule.asInt(), "has more than " + rule);
                case "maxProperties" ->
                    check(at, !value.isObject() || value.size() <= rule.asInt(), "has more members than " + rule);
                case "description", "example", "default", "contentMediaType" -> {}
                default -> throw new AssertionError("JsonSchema does not know the keyword " + keyword.getKey());
            }
        }
    }

    private void members(String at, JsonNode schema, JsonNode value) {
        JsonNode properties = schema.get("properties");
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (properties.has(member.getKey())) {
                value(at + "." + member.getKey(), properties.get(member.getKey()), member.getValue());
            } else if (!schema.has("additionalProperties")) {
                faults.add(at + " has the undocumented member " + member.getKey());
            }
        }
    }

    private void others(String at, JsonNode schema, JsonNode value) {
        JsonNode rule = schema.get("additionalProperties");
        TreeSet<String> names = new TreeSet<>(value.isObject() ? value.propertyNames() : List.of());
        names.removeAll(schema.has("properties") ? schema.get("properties").propertyNames() : List.of());
        for (String name : names) {
            if (rule.isObject()) {
                value(at + "." + name, rule, value.get(name));
            } else {
                check(at, rule.asBoolean(), "has the undocumented member " + name);
            }
        }
    }

    private void items(String at, JsonNode rule, JsonNode value) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                value(at + "[" + i + "]", rule, value.get(i));
            }
        }
    }

    private static boolean hasType(JsonNode rule, JsonNode value) {
        if (rule.isArray()) {
            return rule.valueStream().anyMatch(one -> hasType(one, value));
        }
        return switch (rule.asString()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "null" -> value.isNull();
            default -> throw new AssertionError("JsonSchema does not know the type " + rule);
        };
    }

    private static boolean hasFormat(String format, JsonNode value) {
        if (!value.isString()) {
            return true;
        }
        return switch (format) {
            case "uuid" -> UUID.matcher(value.asString()).matches();
            case "date-time" -> isInstant(value.asString());
            case "binary", "int64" -> true;
            default -> throw new AssertionError("JsonSchema does not know the format " + format);
        };
    }

    private static int length(JsonNode text) {
        return text.asString().codePointCount(0, text.asString().length());
    }

    private static boolean isInstant(String text) {
        try {
            Instant.parse(text);
            return true;
        } catch (DateTimeParseException other) {
            return false;
        }
    }

    private void check(String at, boolean holds, String otherwise) {
        if (!holds) {
            faults.add(at + " " + otherwise);
        }
    }
}
