package cms.format;

import cms.format.text.JsonWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One field of a model, as far as its definition can be understood (reference 1.2).
 *
 * <p>A constraint of the wrong JSON type counts as absent here and as a {@link ModelDefinition.Problem} there.
 * {@link #raw()} keeps every member of the file; it must not be changed.
 */
public final class FieldDefinition {
    private final String name;
    private final ObjectNode raw;
    private final @Nullable FieldType type;
    private final @Nullable FieldDefinition items;
    private final Map<String, FieldDefinition> fields;
    private final boolean required;
    private final boolean unique;
    private final @Nullable JsonNode defaultValue;
    private final List<String> options;
    private final List<String> models;

    FieldDefinition(String name, ObjectNode raw, @Nullable FieldDefinition items, Map<String, FieldDefinition> fields) {
        this.name = name;
        this.raw = raw;
        this.type = FieldType.of(text(raw, "type").orElse("")).orElse(null);
        this.items = items;
        this.fields = fields;
        this.required = isTrue(raw, "required");
        this.unique = isTrue(raw, "unique");
        JsonNode stated = raw.get("default");
        this.defaultValue = stated == null || stated.isNull() ? null : stated;
        this.options = texts(raw.get("options"));
        this.models = texts(raw.get("model"));
    }

    /** The member's name; empty for the item definition of an array. */
    public String name() {
        return name;
    }

    /** Empty when the file names no type or an unknown one. */
    public Optional<FieldType> type() {
        return Optional.ofNullable(type);
    }

    /** The type as the file states it; empty text when it states none. */
    public String typeName() {
        return text(raw, "type").orElse("");
    }

    public boolean required() {
        return required;
    }

    public boolean unique() {
        return unique;
    }

    /** The value that is left out of files; an explicit {@code null} counts as no default. */
    public Optional<JsonNode> defaultValue() {
        return Optional.ofNullable(defaultValue);
    }

    /** Inclusive: a value for numbers, UTF-16 units for strings, a count for arrays and relations. */
    public OptionalDouble min() {
        return number(raw, "min");
    }

    /** Inclusive, in the same unit as {@link #min()}. */
    public OptionalDouble max() {
        return number(raw, "max");
    }

    /** An ECMAScript regular expression that is searched for, not anchored. */
    public Optional<String> pattern() {
        return text(raw, "pattern");
    }

    /** The values of a select; empty when none are declared. */
    public List<String> options() {
        return options;
    }

    /** The target models of a relation, one or several. */
    public List<String> models() {
        return models;
    }

    /** Whether a stored relation must name the one of several models that it points to. */
    public boolean polymorphic() {
        return models.size() > 1;
    }

    /** Adds this field to the map where it holds relations, and each field inside it that does, by their paths. */
    void addRelations(String path, Map<String, FieldDefinition> relations) {
        if (!models.isEmpty()) {
            relations.put(path, this);
        }
        if (items != null) {
            items.addRelations(path + "[]", relations);
        }
        fields.forEach((member, field) -> field.addRelations(path + "." + member, relations));
    }

    /** The definition of the items of an array. */
    public Optional<FieldDefinition> items() {
        return Optional.ofNullable(items);
    }

    /** The members of an object in display order. */
    public Map<String, FieldDefinition> fields() {
        return fields;
    }

    /** The types that a media field accepts: items such as {@code image/jpeg}, {@code image/*} or {@code .jpg}. */
    public List<String> accept() {
        return text(raw, "accept").stream()
                .flatMap(list -> Arrays.stream(list.split(",")))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    /** Bytes that an uploaded file of a media field may have. */
    public OptionalLong maxSize() {
        OptionalDouble bytes = number(raw, "maxSize");
        return bytes.isPresent() ? OptionalLong.of((long) bytes.getAsDouble()) : OptionalLong.empty();
    }

    /** The display position; fields without one come last, by name. */
    OptionalDouble order() {
        return number(raw, "order");
    }

    /** Every member of the definition as it is in the file. */
    public ObjectNode raw() {
        return raw;
    }

    @Override
    public String toString() {
        return name + ": " + typeName();
    }

    static Optional<String> text(ObjectNode object, String member) {
        JsonNode value = object.get(member);
        return value != null && value.isString() ? Optional.of(value.stringValue()) : Optional.empty();
    }

    private static OptionalDouble number(ObjectNode object, String member) {
        JsonNode value = object.get(member);
        return value != null && value.isNumber() && !JsonWriter.isVoid(value)
                ? OptionalDouble.of(value.doubleValue())
                : OptionalDouble.empty();
    }

    private static boolean isTrue(ObjectNode object, String member) {
        JsonNode value = object.get(member);
        return value != null && value.isBoolean() && value.booleanValue();
    }

    private static List<String> texts(@Nullable JsonNode oneOrMany) {
        if (oneOrMany == null) {
            return List.of();
        }
        if (oneOrMany.isString()) {
            return List.of(oneOrMany.stringValue());
        }
        return oneOrMany
                .valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList();
    }
}
