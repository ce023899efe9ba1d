package cms.content.check;

import cms.content.api.HealthItem;
import cms.content.pattern.Budget;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The part of a project's health that looks at content: validity, translations, relations; warnings only. */
final class ContentHealth {
    record Key(String model, String locale) {}

    private final ParsedProject view;
    private final List<String> locales;
    private final String defaultLocale;
    private final Map<String, ModelDefinition> models;
    private final Map<Key, ContentReport> known;
    private final Map<Key, ContentReport> reports = new LinkedHashMap<>();
    private final Budget budget = new Budget(CheckLimits.PROJECT_STEPS_MAX);
    private final HealthItems items;

    /** @param items where the items about content are added */
    ContentHealth(
            ParsedProject view, @Nullable ProjectConfig config, Map<Key, ContentReport> known, HealthItems items) {
        this.items = items;
        ProjectConfig settings = config == null ? new ProjectConfig(cms.platform.json.Json.object()) : config;
        this.view = view;
        this.locales = settings.supportedLocales();
        this.defaultLocale = settings.defaultLocale();
        this.models =
                view.models().stream().collect(Collectors.toMap(ModelDefinition::id, model -> model, (a, _) -> a));
        this.known = known;
        view.models().forEach(this::report);
        reports.forEach((key, report) ->
                report.errors().forEach(item -> items.add(about(report.model(), key.locale(), item))));
        view.models().stream().filter(ModelDefinition::i18n).forEach(this::checkTranslations);
        reports.forEach(this::checkReferences);
        if (budget.exhausted()) {
            String message = "The project is too large to be checked completely.";
            items.add(HealthItem.of(HealthItem.CONFIG, "content_validation_error", ProblemSeverity.WARNING, message));
        }
    }

    Map<Key, ContentReport> reports() {
        return reports;
    }

    private List<String> localesOf(ModelDefinition model) {
        return model.i18n() ? locales : List.of(defaultLocale);
    }

    private void report(ModelDefinition model) {
        EntryCheck check = null;
        for (String locale : localesOf(model)) {
            Object content = view.content(model, locale);
            if (content == null ? !budget.spend(1) : !budget.spend(100)) {
                return;
            }
            if (content == null) {
                continue;
            }
            Key key = new Key(model.id(), locale);
            ContentReport earlier = known.get(key);
            if (earlier != null && earlier.content() == content && earlier.model() == model) {
                reports.put(key, earlier);
                continue;
            }
            check = check == null ? new EntryCheck(model) : check;
            boolean same = earlier != null && earlier.model() == model;
            reports.put(key, make(check, model, locale, content, same ? earlier : null));
        }
    }

    @SuppressWarnings("unchecked")
    private ContentReport make(
            EntryCheck check, ModelDefinition model, String locale, Object content, @Nullable ContentReport earlier) {
        return content instanceof ObjectNode values
                ? ContentReport.ofValues(check, model, locale, values, budget, earlier)
                : ContentReport.ofDocuments(check, model, locale, (Map<String, MarkdownFile>) content, budget, earlier);
    }

    /**
     * Warns of locales that lack content which other locales have; one without documents lacks each of them, as there
     * is no file that holds them all. A model without any content is not in use yet, and is skipped.
     */
    private void checkTranslations(ModelDefinition model) {
        if (!budget.spend(locales.size())) {
            return;
        }
        List<Set<String>> present = new ArrayList<>();
        for (String locale : locales) {
            ContentReport report = reports.get(new Key(model.id(), locale));
            if (report != null) {
                present.add(report.keys());
            }
        }
        if (present.isEmpty()) {
            return;
        }
        int everywhere = together(present);
        for (String locale : locales) {
            ContentReport report = reports.get(new Key(model.id(), locale));
            int there = report == null ? 0 : report.keys().size();
            if (report == null && model.kind() != ModelKind.DOCUMENT) {
                String message = "There is no content in the locale " + locale + ".";
                warn(model, locale, "locale_file_missing", message, everywhere);
            } else if (there < everywhere) {
                boolean keys = model.kind() == ModelKind.DICTIONARY;
                String type = keys ? "locale_key_parity" : "locale_entry_parity";
                String noun = keys ? "Keys" : "Entries";
                String message = noun + " of other locales are missing in the locale " + locale + ".";
                warn(model, locale, type, message, everywhere - there);
            }
        }
    }

    /** How many different keys the sets have. The largest set, which most often has all of them, is not copied. */
    private static int together(List<Set<String>> sets) {
        Set<String> largest = sets.stream()
                .max(Comparator.comparingInt((Set<String> set) -> set.size()))
                .orElseThrow();
        Set<String> more = new HashSet<>();
        for (Set<String> set : sets) {
            if (set != largest) {
                set.stream().filter(key -> !largest.contains(key)).forEach(more::add);
            }
        }
        return largest.size() + more.size();
    }

    private void warn(ModelDefinition model, String locale, String type, String message, int affected) {
        items.add(HealthItem.of(model.id(), type, ProblemSeverity.WARNING, message)
                .inLocale(locale)
                .affecting(affected));
    }

    private void checkReferences(Key key, ContentReport report) {
        Map<HealthItem, Integer> broken = new LinkedHashMap<>();
        Map<String, List<Set<String>>> targets = new HashMap<>();
        for (List<References.Reference> references : report.references().values()) {
            for (References.Reference reference : references) {
                ModelDefinition target = models.get(reference.model());
                if (target == null || !budget.spend(1)) {
                    continue;
                }
                List<Set<String>> keys = targets.computeIfAbsent(target.id(), _ -> keysOf(target, key.locale()));
                if (keys.stream().noneMatch(known -> known.contains(reference.ref()))) {
                    String message = "A relation of the locale " + key.locale() + " points to an entry of "
                            + ValuePath.quoted(target.id()) + " that does not exist.";
                    broken.merge(
                            HealthItem.of(key.model(), "relation_integrity_broken", ProblemSeverity.WARNING, message)
                                    .at(reference.path()),
                            1,
                            Integer::sum);
                }
            }
        }
        broken.forEach((item, count) -> items.add(about(report.model(), key.locale(), item.affecting(count))));
    }

    /** The item with the locale that it is about; content of a model without translation belongs to every locale. */
    private static HealthItem about(ModelDefinition model, String locale, HealthItem item) {
        return model.i18n() ? item.inLocale(locale) : item;
    }

    /**
     * The keys to which a relation may point: those in its own locale, then those in the default one (reference 1.3).
     */
    private List<Set<String>> keysOf(ModelDefinition target, String locale) {
        return (target.i18n() ? List.of(locale, defaultLocale) : List.of(defaultLocale))
                .stream()
                        .distinct()
                        .map(candidate -> reports.get(new Key(target.id(), candidate)))
                        .filter(Objects::nonNull)
                        .map(ContentReport::keys)
                        .toList();
    }
}
