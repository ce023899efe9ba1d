package cms.content.check;

import cms.format.MarkdownFile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the entries of one model in one locale that share a value of a field; the index of a field is made at its first
 * use. Not thread-safe.
 */
public final class Siblings {
    private static final int PLAIN_SCALE_MAX = 40;

    private final Supplier<Map<String, ObjectNode>> entries;
    private final Map<String, Map<String, List<String>>> indexes = new HashMap<>();

    private Siblings(Supplier<Map<String, ObjectNode>> entries) {
        this.entries = entries;
    }

    /** No siblings, for kinds without entries. */
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

    /** Siblings from documents, whose frontmatter is read at the first lookup. */
    static Siblings ofDocuments(Map<String, MarkdownFile> documents) {
        return new Siblings(() -> {
            Map<String, ObjectNode> frontmatters = new LinkedHashMap<>();
            documents.forEach((slug, document) -> frontmatters.put(slug, document.frontmatter()));
            return frontmatters;
        });
    }

    /** The id or slug of another entry whose value at a path such as {@code meta.sku} has the same text. */
    Optional<String> otherHolder(String path, JsonNode value, String self) {
        List<String> holders = holders(path, value);
        // At least one of the first two is another entry.
        return holders.stream().limit(2).filter(id -> !id.equals(self)).findFirst();
    }

    /** All entries whose value at a path has the same text, in their order. */
    List<String> holders(String path, JsonNode value) {
        return indexes.computeIfAbsent(path, this::index).getOrDefault(textOf(value), List.of());
    }

    private Map<String, List<String>> index(String path) {
        String[] names = path.split("\\.");
        Map<String, List<String>> index = new HashMap<>();
        entries.get().forEach((id, entry) -> {
            JsonNode value = entry;
            for (String name : names) {
                value = value.path(name);
            }
            if (!value.isMissingNode() && !value.isNull()) {
                index.merge(textOf(value), List.of(id), Siblings::with);
            }
        });
        return index;
    }

    /** A list with one more holder. Most values have one; where there are very many, each is added in constant time. */
    private static List<String> with(List<String> known, List<String> one) {
        List<String> all = known instanceof ArrayList<String> ? known : new ArrayList<>(known);
        all.addAll(one);
        return all;
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
