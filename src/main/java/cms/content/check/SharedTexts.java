package cms.content.check;

import cms.content.api.HealthItem;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ModelKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Texts that are in more than one dictionary of the same locale (reference 1.5, the validate tool); immutable.
 *
 * <p>Counts are kept by the dictionaries that share texts rather than as findings, so that a caller who may see only
 * one of them learns nothing about the others.
 */
final class SharedTexts {
    private static final int NAMED_MAX = 3;

    /** Bytes of the heap for dictionaries that share texts, and for each of their names. */
    private static final long HOLDERS_BYTES = 160;

    private static final long NAME_BYTES = 8;

    private final Map<ContentHealth.Key, Object> read;
    private final Map<Holders, Integer> counts;

    /** Dictionaries that have texts in common, in the order of their ids. */
    private record Holders(String locale, List<String> models) {}

    private SharedTexts(Map<ContentHealth.Key, Object> read, Map<Holders, Integer> counts) {
        this.read = read;
        this.counts = counts;
    }

    static SharedTexts none() {
        return new SharedTexts(Map.of(), Map.of());
    }

    /**
     * The texts that the dictionaries of these reports share; {@code earlier} itself when no dictionary has changed.
     */
    static SharedTexts of(Map<ContentHealth.Key, ContentReport> reports, SharedTexts earlier) {
        Map<ContentHealth.Key, Object> read = new LinkedHashMap<>();
        reports.forEach((key, report) -> {
            if (report.model().kind() == ModelKind.DICTIONARY) {
                read.put(key, report.content());
            }
        });
        boolean same = read.size() == earlier.read.size()
                && read.entrySet().stream().allMatch(one -> earlier.read.get(one.getKey()) == one.getValue());
        return same ? earlier : new SharedTexts(read, count(read));
    }

    /** A copy that does not refer to the content of the dictionaries, so that it can be collected. */
    SharedTexts alone() {
        return new SharedTexts(Map.of(), counts);
    }

    /** About how many bytes of the heap the counts take. */
    long bytes() {
        return counts.keySet().stream()
                .mapToLong(
                        holders -> HOLDERS_BYTES + NAME_BYTES * holders.models().size())
                .sum();
    }

    /** How many texts each group of dictionaries shares; looks at each text once. */
    private static Map<Holders, Integer> count(Map<ContentHealth.Key, Object> dictionaries) {
        Map<String, Map<String, TreeSet<String>>> holders = new LinkedHashMap<>();
        dictionaries.forEach((key, content) -> {
            Map<String, TreeSet<String>> texts = holders.computeIfAbsent(key.locale(), _ -> new HashMap<>());
            for (JsonNode value : (ObjectNode) content) {
                if (value.isString() && !value.stringValue().isBlank()) {
                    texts.computeIfAbsent(value.stringValue(), _ -> new TreeSet<>())
                            .add(key.model());
                }
            }
        });
        Map<Holders, Integer> counts = new LinkedHashMap<>();
        holders.forEach((locale, texts) -> texts.values().stream()
                .filter(models -> models.size() > 1)
                .forEach(models -> counts.merge(new Holders(locale, List.copyOf(models)), 1, Integer::sum)));
        return counts;
    }

    /**
     * One notice for each dictionary and locale with shared texts; it counts and names only dictionaries that the
     * caller may see.
     */
    List<HealthItem> items(Predicate<String> visible, Predicate<String> locales) {
        Map<ContentHealth.Key, Integer> texts = new LinkedHashMap<>();
        Map<ContentHealth.Key, TreeSet<String>> others = new HashMap<>();
        counts.forEach((holders, count) -> {
            if (!locales.test(holders.locale())) {
                return;
            }
            List<String> seen = holders.models().stream().filter(visible).toList();
            for (String model : seen.size() > 1 ? seen : List.<String>of()) {
                ContentHealth.Key key = new ContentHealth.Key(model, holders.locale());
                texts.merge(key, count, Integer::sum);
                TreeSet<String> named = others.computeIfAbsent(key, _ -> new TreeSet<>());
                seen.stream()
                        .filter(other -> !other.equals(model))
                        .limit(NAMED_MAX + 1)
                        .forEach(named::add);
            }
        });
        List<HealthItem> items = new ArrayList<>();
        texts.forEach(
                (key, count) -> items.add(item(key, count, List.copyOf(others.getOrDefault(key, new TreeSet<>())))));
        return items.subList(0, Math.min(items.size(), CheckLimits.HEALTH_ITEMS_MAX));
    }

    private static HealthItem item(ContentHealth.Key key, int count, List<String> others) {
        String named = String.join(", ", others.subList(0, Math.min(others.size(), NAMED_MAX)));
        String message = "Texts of the locale " + key.locale() + " also stand in other dictionaries: " + named
                + (others.size() > NAMED_MAX ? " and more." : ".");
        return HealthItem.of(key.model(), "value_in_two_dictionaries", ProblemSeverity.NOTICE, message)
                .affecting(count);
    }
}
