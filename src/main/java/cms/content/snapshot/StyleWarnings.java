package cms.content.snapshot;

import cms.content.api.HealthItem;
import cms.format.EntryMeta;
import cms.format.EntryStatus;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ModelKind;
import cms.platform.json.ChangedMembers;
import cms.platform.json.Json;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds style problems of stored content that can be read (reference 1.5, the validate tool); only warnings and
 * notices.
 */
public final class StyleWarnings {
    private static final int FILES_SHOWN_MAX = 20;

    /** Items by content, which stays the same object while nothing of it changes. */
    private static final Cache<ModelContent, List<HealthItem>> KNOWN =
            Caffeine.newBuilder().weakKeys().build();

    private static final String WRONG_SCHEDULES =
            "The schedule of entries of the locale %s is no date and time, or ends before it begins.";

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
        inLocale(HealthItem.SOME_LOCALE, 0);
        content.locales().forEach((locale, found) -> {
            int first = items.size();
            if (found.isOfMany()) {
                report(locale, tally(found));
            } else {
                count("invalid_schedule", WRONG_SCHEDULES.formatted(locale), isWrong(found.metaOf("")) ? 1 : 0);
                checkOrder(
                        locale,
                        found.values().filter(values -> !isSorted(values)).isEmpty());
            }
            if (model.kind() == ModelKind.DICTIONARY) {
                found.values().ifPresent(values -> checkRepeated(locale, values));
            }
            inLocale(locale, first);
        });
        return List.copyOf(items);
    }

    /**
     * Sets the locale of the items from {@code first} on; those of a model without translation belong to every locale.
     */
    private void inLocale(String locale, int first) {
        if (model.i18n()) {
            items.subList(first, items.size()).replaceAll(item -> item.inLocale(locale));
        }
    }

    private void report(String locale, Tally tally) {
        Counts counts = tally.counts();
        count("orphan_meta", "Meta of the locale " + locale + " belongs to no entry.", counts.strayMeta());
        count("orphan_content", "Entries of the locale " + locale + " have no meta.", counts.withoutMeta());
        count("invalid_schedule", WRONG_SCHEDULES.formatted(locale), counts.wrongSchedules());
        checkOrder(locale, tally.namesSorted() && counts.unsorted() == 0);
        // Perhaps the newest entries of a published collection were forgotten, so this is a notice only.
        if (counts.drafts() > 0 && counts.published() > 0) {
            String message = "Entries of the locale " + locale + " are drafts beside published ones.";
            items.add(HealthItem.of(model.id(), "drafts_beside_published", ProblemSeverity.NOTICE, message)
                    .affecting(counts.drafts()));
        }
    }

    /**
     * The counts of the content: the last ones, corrected by the entries that have changed since, or whose meta has.
     */
    private Tally tally(LocaleContent found) {
        Tally known = found.tags().tally;
        Tally fresh = Tally.of(
                found.values().orElse(Tally.NOTHING),
                found.documents(),
                found.meta(),
                known == null ? Tally.NONE : known);
        found.tags().tally = fresh;
        return fresh;
    }

    private static boolean isWrong(EntryMeta meta) {
        boolean unclear = isStated(meta, "publish_at") && meta.publishAt().isEmpty()
                || isStated(meta, "expire_at") && meta.expireAt().isEmpty();
        return unclear || meta.endsBeforeItBegins();
    }

    private static boolean isStated(EntryMeta meta, String member) {
        return meta.raw().hasNonNull(member);
    }

    /** Warns where names of members are not in order, because then files of two writers differ without reason. */
    private void checkOrder(String locale, boolean sorted) {
        if (!sorted) {
            items.add(item(
                            "keys_not_sorted",
                            "The file of the locale " + locale + " is not in canonical order; the next save sorts it.")
                    .affecting(1));
        }
    }

    private static boolean isSorted(JsonNode value) {
        if (!value.isContainer()) {
            return true;
        }
        return areSorted(value.propertyNames()) && value.valueStream().allMatch(StyleWarnings::isSorted);
    }

    private static boolean areSorted(Collection<String> names) {
        String before = "";
        for (String name : names) {
            if (name.compareTo(before) < 0) {
                return false;
            }
            before = name;
        }
        return true;
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
        return HealthItem.of(model.id(), type, ProblemSeverity.WARNING, message);
    }

    /** Counts of the entries of one model and locale, by style problem and by status. */
    private record Counts(int strayMeta, int withoutMeta, int wrongSchedules, int drafts, int published, int unsorted) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        /** The sum with another: {@code times} is 1 to add it, -1 to subtract it. */
        Counts plus(int times, Counts other) {
            return new Counts(
                    strayMeta + times * other.strayMeta,
                    withoutMeta + times * other.withoutMeta,
                    wrongSchedules + times * other.wrongSchedules,
                    drafts + times * other.drafts,
                    published + times * other.published,
                    unsorted + times * other.unsorted);
        }
    }

    /**
     * The counts of one version, with the content that was counted.
     *
     * @param namesSorted whether the ids of a collection are in order
     */
    record Tally(
            ObjectNode values,
            SortedMap<String, MarkdownFile> documents,
            ObjectNode meta,
            Counts counts,
            boolean namesSorted) {
        static final ObjectNode NOTHING = Json.object();
        static final Tally NONE = new Tally(NOTHING, Collections.emptySortedMap(), NOTHING, Counts.NONE, true);

        static Tally of(ObjectNode values, SortedMap<String, MarkdownFile> documents, ObjectNode meta, Tally earlier) {
            ChangedMembers entries = ChangedMembers.between(earlier.values, values);
            Set<String> changed = new HashSet<>(entries.names());
            changed.addAll(ChangedMembers.between(earlier.documents, documents).names());
            changed.addAll(ChangedMembers.between(earlier.meta, meta).names());
            boolean namesSorted = entries.sameNames() ? earlier.namesSorted : areSorted(values.propertyNames());
            Tally next = new Tally(values, documents, meta, Counts.NONE, namesSorted);
            Counts counts = earlier.counts;
            for (String key : changed) {
                counts = counts.plus(-1, earlier.of(key)).plus(1, next.of(key));
            }
            return new Tally(values, documents, meta, counts, namesSorted);
        }

        /** The counts of one entry or document. */
        private Counts of(String key) {
            JsonNode value = values.get(key);
            boolean hasMeta = meta.has(key);
            if (value == null && !documents.containsKey(key)) {
                return hasMeta ? new Counts(1, 0, 0, 0, 0, 0) : Counts.NONE;
            }
            EntryMeta stored = EntryMeta.of(meta.get(key));
            Optional<EntryStatus> status = value == null ? Optional.empty() : stored.status();
            return new Counts(
                    0,
                    hasMeta ? 0 : 1,
                    isWrong(stored) ? 1 : 0,
                    status.filter(EntryStatus.DRAFT::equals).isPresent() ? 1 : 0,
                    status.filter(EntryStatus.PUBLISHED::equals).isPresent() ? 1 : 0,
                    value == null || isSorted(value) ? 0 : 1);
        }
    }
}
