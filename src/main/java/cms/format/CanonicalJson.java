package cms.format;

import cms.format.text.JsonReader;
import cms.format.text.JsonWriter;
import cms.format.text.MalformedText;
import cms.platform.json.ChangedMembers;
import cms.platform.json.SplicedText;
import cms.platform.json.ValueBudget;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The one written form of every JSON file (spec 2.7, reference 2.1, design 2.2). */
public final class CanonicalJson {
    private CanonicalJson() {}

    /**
     * The text that {@code JSON.stringify(value, null, 2)} prints for the value with sorted keys and without nulls in
     * objects, in UTF-8, with one line break at the end.
     */
    public static byte[] bytes(JsonNode value) {
        return JsonWriter.canonical(value);
    }

    /**
     * The written form of an object, member by member: it knows the position of each member, so that the next version
     * of the file copies the bytes of every member that did not change (decision 44). Immutable.
     */
    public static final class WrittenObject {
        private static final SplicedText.Frame FILE = SplicedText.Frame.of("{\n  ", ",\n  ", "\n}\n", "{}\n");

        private final ObjectNode members;
        private final SplicedText text;
        private final long heldBytes;
        private final long ownBytes;

        private WrittenObject(ObjectNode members, SplicedText text, long heldBytes, long ownBytes) {
            this.members = members;
            this.text = text;
            this.heldBytes = heldBytes;
            this.ownBytes = ownBytes;
        }

        /** Heap bytes that no earlier version shares: the table of the members, and the members that differ. */
        public long ownBytes() {
            return ownBytes;
        }

        /** About how many bytes of the heap the members take. */
        public long heldBytes() {
            return heldBytes;
        }

        /** The tree that would be read from the bytes; it must not be changed. */
        public ObjectNode members() {
            return members;
        }

        /** {@link CanonicalJson#bytes(JsonNode)} of the object; they must not be changed. */
        public byte[] bytes() {
            return text.bytes();
        }
    }

    /**
     * Writes an object. Members that equal those of {@code before} stay the same objects. Where all are equal, the
     * result holds {@code before} itself, and is {@code earlier} when there is one.
     *
     * @param before the version before, as it was read
     * @param earlier how {@code before} was written, if that is known: its members that stand in the object (the same
     *     objects under the same names) are neither compared nor printed again
     */
    public static WrittenObject written(ObjectNode object, ObjectNode before, @Nullable WrittenObject earlier) {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        List<SplicedText.Item> items = new ArrayList<>(object.size());
        Iterator<Map.Entry<String, JsonNode>> known = before.properties().iterator();
        boolean changed = false;
        Set<String> names = new LinkedHashSet<>();
        long heldBytes = earlier == null ? ValueBudget.bytesOf(members) : earlier.heldBytes;
        long ownBytes = 0;
        int left = before.size();
        for (Map.Entry<String, JsonNode> member : sorted(object)) {
            String name = member.getKey();
            JsonNode was = before.get(name);
            JsonNode value = value(member.getValue(), was, earlier != null);
            left -= was == null ? 0 : 1;
            if (earlier == null || value != was) {
                heldBytes += ValueBudget.bytesOfMember(value)
                        - (earlier == null || was == null ? 0 : ValueBudget.bytesOfMember(was));
            }
            if (value != was) {
                names.add(name);
            }
            ownBytes += value == was ? ValueBudget.bytesOfSharedMember() : ValueBudget.bytesOfMember(value);
            members.set(name, value);
            items.add(new SplicedText.Item(
                    name, new SplicedText.Source(value, null, null), () -> JsonWriter.member(name, value)));
            changed = changed || !known.hasNext() || !isSame(known.next(), name, value);
        }
        if (earlier != null && left > 0) {
            heldBytes -= removed(before, members);
        }
        boolean same = !changed && !known.hasNext();
        if (same && earlier != null) {
            return earlier;
        }
        if (earlier != null && left == 0) {
            remember(names, before, members);
        }
        SplicedText text = SplicedText.of(WrittenObject.FILE, items, earlier == null ? null : earlier.text);
        return new WrittenObject(same ? before : members, text, heldBytes, ownBytes);
    }

    /** Notes which members of the next version are others, where both are sorted and none was removed. */
    private static void remember(Set<String> names, ObjectNode before, ObjectNode members) {
        boolean sameNames = before.size() == members.size();
        new ChangedMembers(Collections.unmodifiableSet(names), sameNames).remember(before, members);
    }

    /** Heap bytes of the members that were removed. */
    private static long removed(ObjectNode before, ObjectNode members) {
        return before.properties().stream()
                .filter(member -> !members.has(member.getKey()))
                .mapToLong(member -> ValueBudget.bytesOfMember(member.getValue()))
                .sum();
    }

    private static boolean isSame(Map.Entry<String, JsonNode> known, String name, JsonNode value) {
        return known.getKey().equals(name) && known.getValue() == value;
    }

    /** A member in its normal form; the object that was there before where it is equal. */
    private static JsonNode value(JsonNode member, @Nullable JsonNode before, boolean normalBefore) {
        if (member == before) {
            return normalBefore ? member : normal(member);
        }
        JsonNode value = normal(member);
        return before != null && before.equals(value) && (normalBefore || isNormal(before)) ? before : value;
    }

    private static List<Map.Entry<String, JsonNode>> sorted(ObjectNode object) {
        return object.properties().stream()
                .filter(member -> !isVoid(member.getValue()))
                .sorted(Map.Entry.comparingByKey())
                .toList();
    }

    /** A function that adds {@link #bytes(JsonNode)} of one value after the other to a digest; not thread-safe. */
    public static BiConsumer<JsonNode, MessageDigest> digester() {
        return JsonWriter.digester();
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

    /**
     * The value without members that equal their default; the same object when there are none, so that callers can
     * compare identity.
     */
    private static JsonNode withoutDefaults(Map<String, FieldDefinition> fields, JsonNode value) {
        if (!(value instanceof ObjectNode members)) {
            return value;
        }
        ObjectNode kept = null;
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            FieldDefinition field = fields.get(member.getKey());
            JsonNode pruned = field == null ? member.getValue() : withoutDefaults(field, member.getValue());
            boolean omitted = field != null && isDefault(field, pruned);
            if (omitted || pruned != member.getValue()) {
                kept = kept == null ? JsonNodeFactory.instance.objectNode().setAll(members) : kept;
                if (omitted) {
                    kept.remove(member.getKey());
                } else {
                    kept.set(member.getKey(), pruned);
                }
            }
        }
        return kept == null ? members : kept;
    }

    private static JsonNode withoutDefaults(FieldDefinition field, JsonNode value) {
        Optional<FieldDefinition> items = field.items();
        if (value instanceof ArrayNode array
                && items.filter(CanonicalJson::hasDefault).isPresent()) {
            ArrayNode kept = JsonNodeFactory.instance.arrayNode();
            boolean changed = false;
            for (JsonNode item : array.values()) {
                JsonNode pruned = withoutDefaults(items.get(), item);
                changed |= pruned != item;
                kept.add(pruned);
            }
            return changed ? kept : array;
        }
        return field.fields().isEmpty() ? value : withoutDefaults(field.fields(), value);
    }

    private static boolean isDefault(FieldDefinition field, JsonNode value) {
        return field.defaultValue()
                .filter(stated -> same(withoutDefaults(field, stated), value))
                .isPresent();
    }

    /** The value as it would be read from its written form: members sorted, nulls of objects removed. */
    public static JsonNode normal(JsonNode value) {
        if (isNormal(value)) {
            return value;
        }
        if (value instanceof ObjectNode members) {
            ObjectNode sorted = JsonNodeFactory.instance.objectNode();
            sorted(members).forEach(member -> sorted.set(member.getKey(), normal(member.getValue())));
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
            return JsonReader.read(bytes(number), ValueBudget.of(1));
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
        if (left == right) {
            return true;
        }
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
