package cms.content.check;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The entries of one model in one locale, asked who else holds a value; an index per field is made when it is
 * first asked for. Not for use by several threads.
 */
public final class Siblings {
    private static final int PLAIN_SCALE_MAX = 40;

    private final Supplier<Map<String, ObjectNode>> entries;
    private final Map<String, Map<String, Holders>> indexes = new HashMap<>();

    /** The first two holders suffice: one of them is not the entry that asks. */
    private record Holders(String first, @Nullable String second) {}

    private Siblings(Supplier<Map<String, ObjectNode>> entries) {
        this.entries = entries;
    }

    /** For kinds that have no other entries. */
    public static Siblings none() {
        return new Siblings(Map::of);
    }

    /** {@code entries}: a collection's map from id to entry; members that are no objects do not count. */
    public static Siblings of(ObjectNode entries) {
        return new Siblings(() -> objects(entries));
    }

    private static Map<String, ObjectNode> objects(ObjectNode entries) {
        Map<String, ObjectNode> objects = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : entries.properties()) {
            if (entry.getValue() instanceof ObjectNode object) {
                objects.put(entry.getKey(), object);
            }
        }
        return objects;
    }

    /** {@code documents}: frontmatter by slug. */
    public static Siblings of(Map<String, ObjectNode> documents) {
        return new Siblings(() -> documents);
    }

    /** The id or slug of another entry whose value at a path such as {@code meta.sku} has the same text. */
    Optional<String> otherHolder(String path, JsonNode value, String self) {
        Holders holders = indexes.computeIfAbsent(path, this::index).get(textOf(value));
        if (holders == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(holders.first().equals(self) ? holders.second() : holders.first());
    }

    private Map<String, Holders> index(String path) {
        String[] names = path.split("\\.");
        Map<String, Holders> index = new HashMap<>();
        entries.get().forEach((id, entry) -> {
            JsonNode value = entry;
            for (String name : names) {
                value = value.path(name);
            }
            if (!value.isMissingNode() && !value.isNull()) {
                index.merge(
                        textOf(value),
                        new Holders(id, null),
                        (known, _) -> known.second() == null ? new Holders(known.first(), id) : known);
            }
        });
        return index;
    }

    /** The text by which {@code unique} compares: 42, 42.0 and "42" are equal (reference 1.2). */
    static String textOf(JsonNode value) {
        if (value.isString()) {
            return value.stringValue();
        }
        if (!value.isNumber() || value.isFloatingPointNumber() && !Double.isFinite(PlainNumber.of(value))) {
            return value.toString();
        }
        BigDecimal number = value.decimalValue().stripTrailingZeros();
        return Math.abs(number.scale()) <= PLAIN_SCALE_MAX ? number.toPlainString() : number.toString();
    }
}
