package cms.format;

import cms.format.text.JsonReader;
import cms.format.text.JsonWriter;
import cms.format.text.MalformedText;
import java.security.MessageDigest;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The one written form of every JSON file (spec 2.7, reference 2.1, design 2.2). */
public final class CanonicalJson {
    private CanonicalJson() {}

    /**
     * What {@code JSON.stringify(value, null, 2)} prints for the value with sorted keys and without nulls in objects,
     * in UTF-8, with one line break at the end.
     */
    public static byte[] bytes(JsonNode value) {
        return JsonWriter.canonical(value);
    }

    /** Lets a digest take in what {@link #bytes(JsonNode)} would answer. */
    public static void digest(JsonNode value, MessageDigest digest) {
        JsonWriter.canonical(value, digest);
    }

    /** The entries file of a model, without members that are equal to their field's default. */
    public static byte[] bytes(ModelDefinition model, ObjectNode entries) {
        return bytes(withoutDefaults(model, entries));
    }

    /** The content of an entries file without members that are equal to their field's default. */
    public static ObjectNode withoutDefaults(ModelDefinition model, ObjectNode entries) {
        if (!hasDefaults(model.fields())) {
            return entries;
        }
        return switch (model.kind()) {
            case COLLECTION -> {
                ObjectNode kept = JsonNodeFactory.instance.objectNode();
                entries.forEachEntry((id, entry) -> kept.set(id, withoutDefaults(model.fields(), entry)));
                yield kept;
            }
            case SINGLETON, DOCUMENT -> (ObjectNode) withoutDefaults(model.fields(), entries);
            case DICTIONARY -> entries;
        };
    }

    private static boolean hasDefaults(Map<String, FieldDefinition> fields) {
        return fields.values().stream().anyMatch(CanonicalJson::hasDefault);
    }

    private static boolean hasDefault(FieldDefinition field) {
        return field.defaultValue().isPresent()
                || hasDefaults(field.fields())
                || field.items().filter(CanonicalJson::hasDefault).isPresent();
    }

    private static JsonNode withoutDefaults(Map<String, FieldDefinition> fields, JsonNode value) {
        if (!(value instanceof ObjectNode members)) {
            return value;
        }
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        members.forEachEntry((name, member) -> {
            FieldDefinition field = fields.get(name);
            JsonNode pruned = field == null ? member : withoutDefaults(field, member);
            boolean omitted = field != null && isDefault(field, pruned);
            if (!omitted) {
                kept.set(name, pruned);
            }
        });
        return kept;
    }

    private static JsonNode withoutDefaults(FieldDefinition field, JsonNode value) {
        Optional<FieldDefinition> items = field.items();
        if (value instanceof ArrayNode array
                && items.filter(CanonicalJson::hasDefault).isPresent()) {
            ArrayNode kept = JsonNodeFactory.instance.arrayNode();
            array.values().forEach(item -> kept.add(withoutDefaults(items.get(), item)));
            return kept;
        }
        return field.fields().isEmpty() ? value : withoutDefaults(field.fields(), value);
    }

    private static boolean isDefault(FieldDefinition field, JsonNode value) {
        return field.defaultValue()
                .filter(stated -> same(withoutDefaults(field, stated), value))
                .isPresent();
    }

    /** The value as it would come back from its written form: members sorted, nulls of objects gone. */
    public static JsonNode normal(JsonNode value) {
        if (isNormal(value)) {
            return value;
        }
        if (value instanceof ObjectNode members) {
            ObjectNode sorted = JsonNodeFactory.instance.objectNode();
            members.properties().stream()
                    .filter(member -> !isVoid(member.getValue()))
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(member -> sorted.set(member.getKey(), normal(member.getValue())));
            return sorted;
        }
        if (value instanceof ArrayNode items) {
            ArrayNode copies = JsonNodeFactory.instance.arrayNode();
            items.values().forEach(item -> copies.add(normal(item)));
            return copies;
        }
        return value.isNumber() ? reread(value) : value;
    }

    private static JsonNode reread(JsonNode number) {
        try {
            return JsonReader.read(bytes(number));
        } catch (MalformedText impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean isNormal(JsonNode value) {
        if (value.isNumber()) {
            return JsonWriter.isPlain(value);
        }
        if (value instanceof ObjectNode members) {
            String before = null;
            for (Map.Entry<String, JsonNode> member : members.properties()) {
                boolean sorted = before == null || before.compareTo(member.getKey()) < 0;
                if (!sorted || isVoid(member.getValue()) || !isNormal(member.getValue())) {
                    return false;
                }
                before = member.getKey();
            }
        }
        return !(value instanceof ArrayNode items) || items.values().stream().allMatch(CanonicalJson::isNormal);
    }

    /** Whether two values are written the same: null and absent are one, and 1 and 1.0 are one. */
    public static boolean same(@Nullable JsonNode left, @Nullable JsonNode right) {
        if (left == null || right == null || isVoid(left) || isVoid(right)) {
            return isVoid(left) && isVoid(right);
        }
        if (left instanceof ObjectNode one && right instanceof ObjectNode other) {
            return sameMembers(one, other);
        }
        if (left instanceof ArrayNode one && right instanceof ArrayNode other) {
            return sameItems(one, other);
        }
        if (left.isNumber() && right.isNumber()) {
            return JsonWriter.sameNumber(left, right);
        }
        return left.equals(right);
    }

    private static boolean isVoid(@Nullable JsonNode value) {
        return value == null || JsonWriter.isVoid(value);
    }

    private static boolean sameMembers(ObjectNode one, ObjectNode other) {
        return one.properties().stream().allMatch(member -> same(member.getValue(), other.get(member.getKey())))
                && other.properties().stream()
                        .allMatch(member -> one.has(member.getKey()) || isVoid(member.getValue()));
    }

    private static boolean sameItems(ArrayNode one, ArrayNode other) {
        if (one.size() != other.size()) {
            return false;
        }
        Iterator<JsonNode> items = other.values().iterator();
        return one.values().stream().allMatch(item -> same(item, items.next()));
    }
}
