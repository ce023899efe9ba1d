package cms.format.language;

import cms.format.FieldDefinition;
import cms.format.FieldType;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The entries of a model as JSON Schema (2020-12). It promises what a reader can rely on: a member is required when the
 * model requires it and states no default, because defaults are not stored; the form of a text is left out, because the
 * empty text is always allowed. Members that no model declares may stand beside it.
 */
final class ValueSchemas {
    private static final int PERCENT_MAX = 100;

    private ValueSchemas() {}

    /** The schema of one entry, of the whole file of a singleton or dictionary, or of a document's front matter. */
    static ObjectNode of(ModelDefinition model) {
        ObjectNode schema =
                model.kind() == ModelKind.DICTIONARY ? Json.object().put("type", "object") : group(model.fields());
        schema.put("title", model.name());
        model.description().ifPresent(said -> schema.put("description", said));
        if (model.kind() == ModelKind.DICTIONARY) {
            schema.putObject("additionalProperties").put("type", "string");
        }
        return schema;
    }

    private static ObjectNode group(Map<String, FieldDefinition> fields) {
        ObjectNode schema = Json.object().put("type", "object");
        List<String> always = fields.values().stream()
                .filter(field -> field.required() && field.defaultValue().isEmpty())
                .map(FieldDefinition::name)
                .toList();
        if (!always.isEmpty()) {
            always.forEach(schema.putArray("required")::add);
        }
        ObjectNode members = schema.putObject("properties");
        fields.forEach((name, field) -> members.set(name, value(field)));
        return schema;
    }

    private static ObjectNode value(FieldDefinition field) {
        ObjectNode schema = field.type().map(type -> typed(type, field)).orElseGet(Json::object);
        String said = field.raw().path("description").asString("");
        if (!said.isBlank()) {
            schema.put("description", said);
        } else if (!schema.has("description")) {
            field.type()
                    .ifPresent(type ->
                            schema.put("description", FieldWords.of(type).purpose()));
        }
        field.defaultValue().ifPresent(left -> schema.set("default", left));
        return schema;
    }

    private static ObjectNode typed(FieldType type, FieldDefinition field) {
        return switch (type.stored()) {
            case TEXT -> sized(Json.object().put("type", "string"), field, "maxLength");
            case CHOICE -> chosen(field);
            case NUMBER -> type == FieldType.PERCENT ? percent(field) : number("number", field);
            case INTEGER -> number("integer", field);
            case BOOLEAN -> Json.object().put("type", "boolean");
            case REFERENCE -> reference(field);
            case REFERENCES -> list(reference(field), field);
            case LIST -> list(field.items().map(ValueSchemas::value).orElseGet(Json::object), field);
            case GROUP -> group(field.fields());
        };
    }

    private static ObjectNode chosen(FieldDefinition field) {
        ObjectNode schema = Json.object().put("type", "string");
        if (!field.options().isEmpty()) {
            ArrayNode words = schema.putArray("enum");
            field.options().stream().distinct().forEach(words::add);
        }
        return schema;
    }

    private static ObjectNode percent(FieldDefinition field) {
        return number("number", field).put("minimum", 0).put("maximum", PERCENT_MAX);
    }

    private static ObjectNode number(String type, FieldDefinition field) {
        ObjectNode schema = Json.object().put("type", type);
        field.min().ifPresent(least -> schema.set("minimum", field.raw().get("min")));
        field.max().ifPresent(most -> schema.set("maximum", field.raw().get("max")));
        return schema;
    }

    /** Only the greatest size: characters are counted in UTF-16 here and as code points there, which are never more. */
    private static ObjectNode sized(ObjectNode schema, FieldDefinition field, String greatest) {
        whole(field.max(), schema, greatest);
        return schema;
    }

    private static ObjectNode list(ObjectNode item, FieldDefinition field) {
        ObjectNode schema = Json.object().put("type", "array");
        schema.set("items", item);
        whole(field.min(), schema, "minItems");
        return sized(schema, field, "maxItems");
    }

    private static void whole(OptionalDouble size, ObjectNode schema, String keyword) {
        if (size.isPresent() && size.getAsDouble() >= 0 && size.getAsDouble() <= Integer.MAX_VALUE) {
            schema.put(keyword, (int) size.getAsDouble());
        }
    }

    private static ObjectNode reference(FieldDefinition field) {
        String targets = String.join(", ", field.models());
        if (!field.polymorphic()) {
            return Json.object().put("type", "string").put("description", "The id or slug of an entry of " + targets);
        }
        ObjectNode schema = Json.object().put("type", "object");
        schema.putArray("required").add("model").add("ref");
        ObjectNode members = schema.putObject("properties");
        ArrayNode models = members.putObject("model").put("type", "string").putArray("enum");
        field.models().stream().distinct().forEach(models::add);
        members.putObject("ref")
                .put("type", "string")
                .put("description", "The id of an entry, or the slug of a document");
        return schema;
    }
}
