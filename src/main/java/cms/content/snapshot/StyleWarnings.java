package cms.content.snapshot;

import cms.content.api.HealthItem;
import cms.format.EntryMeta;
import cms.format.EntryStatus;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.Severity;
import cms.format.ModelKind;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is untidy about stored content although it can be read (reference 1.5, the validate tool); nothing worse than warnings. */
public final class StyleWarnings {
    private static final int FILES_SHOWN_MAX = 20;

    /** Content of a model stays the same object while nothing of it changes. */
    private static final Cache<ModelContent, List<HealthItem>> KNOWN =
            Caffeine.newBuilder().weakKeys().build();

    private final ModelContent content;
    private final ModelDefinition model;
    private final List<HealthItem> items = new ArrayList<>();

    private StyleWarnings(ModelContent content) {
        this.content = content;
        this.model = content.model();
    }

    public static List<HealthItem> items(Collection<ModelContent> contents) {
        return contents.stream()
                .flatMap(content -> KNOWN.get(content, missing -> new StyleWarnings(missing).look()).stream())
                .toList();
    }

    private List<HealthItem> look() {
        content.strayMeta().stream()
                .limit(FILES_SHOWN_MAX)
                .forEach(path -> items.add(item("orphan_meta", "There is no content to the meta file " + path + ".")
                        .in(path, 0)
                        .affecting(1)));
        int others = content.strayMeta().size() - FILES_SHOWN_MAX;
        count("orphan_meta", "There is no content to more meta files of this model.", others);
        content.locales().forEach((locale, found) -> {
            checkPairs(locale, found);
            checkSchedules(locale, found);
            checkOrder(locale, found);
            checkDrafts(locale, found);
            if (model.kind() == ModelKind.DICTIONARY) {
                found.values().ifPresent(values -> checkRepeated(locale, values));
            }
        });
        return List.copyOf(items);
    }

    private void checkPairs(String locale, LocaleContent found) {
        if (model.kind() != ModelKind.COLLECTION && model.kind() != ModelKind.DOCUMENT) {
            return;
        }
        Set<String> keys = found.keys();
        ObjectNode meta = found.meta();
        count(
                "orphan_meta",
                "Meta of the locale " + locale + " belongs to no entry.",
                meta.propertyNames().stream().filter(key -> !keys.contains(key)).count());
        count(
                "orphan_content",
                "Entries of the locale " + locale + " have no meta.",
                keys.stream().filter(key -> !meta.has(key)).count());
    }

    private void checkSchedules(String locale, LocaleContent found) {
        Collection<String> keys =
                model.kind() == ModelKind.COLLECTION || model.kind() == ModelKind.DOCUMENT ? found.keys() : List.of("");
        count(
                "invalid_schedule",
                "The schedule of entries of the locale " + locale + " is no date and time, or ends before it begins.",
                keys.stream().map(found::metaOf).filter(StyleWarnings::isWrong).count());
    }

    private static boolean isWrong(EntryMeta meta) {
        boolean unclear = isStated(meta, "publish_at") && meta.publishAt().isEmpty()
                || isStated(meta, "expire_at") && meta.expireAt().isEmpty();
        return unclear || meta.endsBeforeItBegins();
    }

    private static boolean isStated(EntryMeta meta, String member) {
        return meta.raw().hasNonNull(member);
    }

    /** A collection may well be published as a whole and its newest entries forgotten: people are told, no more. */
    private void checkDrafts(String locale, LocaleContent found) {
        if (model.kind() != ModelKind.COLLECTION) {
            return;
        }
        Map<Optional<EntryStatus>, Long> byStatus = found.keys().stream()
                .collect(Collectors.groupingBy(key -> found.metaOf(key).status(), Collectors.counting()));
        Long drafts = byStatus.get(Optional.of(EntryStatus.DRAFT));
        if (drafts != null && byStatus.containsKey(Optional.of(EntryStatus.PUBLISHED))) {
            String message = "Entries of the locale " + locale + " are drafts beside published ones.";
            items.add(HealthItem.of(model.id(), "drafts_beside_published", Severity.NOTICE, message)
                    .affecting(drafts.intValue()));
        }
    }

    /** Only the order of names: it is what makes two writers' files differ without reason. */
    private void checkOrder(String locale, LocaleContent found) {
        found.values()
                .filter(values -> !isSorted(values))
                .ifPresent(values -> items.add(item(
                                "keys_not_sorted",
                                "The file of the locale " + locale
                                        + " is not in canonical order; the next save sorts it.")
                        .affecting(1)));
    }

    private static boolean isSorted(JsonNode value) {
        if (!value.isContainer()) {
            return true;
        }
        String before = "";
        for (String name : value.propertyNames()) {
            if (name.compareTo(before) < 0) {
                return false;
            }
            before = name;
        }
        return value.valueStream().allMatch(StyleWarnings::isSorted);
    }

    private void checkRepeated(String locale, ObjectNode values) {
        Set<String> seen = new HashSet<>();
        long repeated = values.properties().stream()
                .map(Map.Entry::getValue)
                .filter(value -> value.isString() && !value.stringValue().isBlank())
                .filter(value -> !seen.add(value.stringValue()))
                .count();
        count("duplicate_value", "Keys of the locale " + locale + " have the same text as others.", repeated);
    }

    private void count(String type, String message, long affected) {
        if (affected > 0) {
            items.add(item(type, message).affecting((int) affected));
        }
    }

    private HealthItem item(String type, String message) {
        return HealthItem.of(model.id(), type, Severity.WARNING, message);
    }
}
