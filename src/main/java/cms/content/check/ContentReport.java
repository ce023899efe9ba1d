package cms.content.check;

import cms.content.api.Finding;
import cms.content.api.HealthItem;
import cms.content.pattern.Budget;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ModelKind;
import cms.platform.json.ChangedMembers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of checking one model's content in one locale: its keys, its relations to entries, and its errors.
 *
 * @param model the definition that it was checked with
 * @param content the content itself; it and the model are compared by identity when a report is taken over
 * @param keys entry ids, slugs, or the keys of a dictionary; empty for a singleton
 * @param references the relations by entry id or slug, in the order of entries; under the empty text for kinds without
 *     ids
 * @param errors items of the types {@code content_validation_error} and {@code undeclared_field}, equal ones counted
 *     together
 * @param faulty the keys of entries that had any error
 * @param complete whether every entry was looked at
 */
record ContentReport(
        ModelDefinition model,
        Object content,
        Set<String> keys,
        Map<String, List<References.Reference>> references,
        List<HealthItem> errors,
        Set<String> faulty,
        boolean complete) {

    /** Stands for the changes where there is no earlier report, and every entry is checked. */
    private static final ChangedMembers EVERYTHING = new ChangedMembers(Set.of(), false);

    /**
     * {@code earlier}: a report made with the same definition; entries that had no error in it and have not changed are
     * not checked again.
     */
    static ContentReport ofValues(
            EntryCheck check,
            ModelDefinition model,
            String locale,
            ObjectNode values,
            Budget budget,
            @Nullable ContentReport earlier) {
        if (model.kind() != ModelKind.COLLECTION) {
            Maker maker = new Maker(check, model, budget, null);
            maker.add(FindingTarget.whole(model.id(), locale), values, Siblings.none());
            Set<String> keys = model.kind() == ModelKind.SINGLETON ? Set.of() : Set.copyOf(values.propertyNames());
            return maker.report(values, keys);
        }
        Maker maker = new Maker(check, model, budget, earlier);
        ChangedMembers changed = maker.earlier == null
                ? EVERYTHING
                : ChangedMembers.between((ObjectNode) maker.earlier.content(), values);
        Siblings siblings = Siblings.of(values);
        Set<String> suspects = maker.suspects(changed, values::get, siblings);
        if (maker.needsAtMostOneCheck(changed, suspects)) {
            for (String id : suspects) {
                maker.add(FindingTarget.entry(model.id(), locale, id), values.path(id), siblings);
            }
            if (maker.takeOverOthers(suspects)) {
                return maker.report(values, maker.keys(changed, values::propertyNames));
            }
            maker = new Maker(check, model, budget, earlier);
        }
        for (Map.Entry<String, JsonNode> entry : values.properties()) {
            if (maker.isUnchanged(entry.getKey(), suspects)) {
                maker.takeOver(entry.getKey());
            } else {
                maker.add(FindingTarget.entry(model.id(), locale, entry.getKey()), entry.getValue(), siblings);
            }
        }
        return maker.report(values, maker.keys(changed, values::propertyNames));
    }

    @SuppressWarnings("unchecked")
    static ContentReport ofDocuments(
            EntryCheck check,
            ModelDefinition model,
            String locale,
            Map<String, MarkdownFile> documents,
            Budget budget,
            @Nullable ContentReport earlier) {
        Maker maker = new Maker(check, model, budget, earlier);
        ChangedMembers changed = maker.earlier == null
                ? EVERYTHING
                : ChangedMembers.between((Map<String, ?>) maker.earlier.content(), documents);
        Siblings siblings = Siblings.ofDocuments(documents);
        Set<String> suspects = maker.suspects(changed, slug -> frontmatter(documents.get(slug)), siblings);
        documents.forEach((slug, document) -> {
            if (maker.isUnchanged(slug, suspects)) {
                maker.takeOver(slug);
                return;
            }
            FindingTarget subject = FindingTarget.document(model.id(), locale, slug);
            if (maker.add(subject, document.frontmatter(), siblings)) {
                maker.addBody(subject, document.body());
            }
        });
        return maker.report(documents, maker.keys(changed, documents::keySet));
    }

    private static @Nullable ObjectNode frontmatter(@Nullable MarkdownFile document) {
        return document == null ? null : document.frontmatter();
    }

    /** Collects the relations and errors of one entry after the other. */
    private static final class Maker {
        private final EntryCheck check;
        private final LooseEnds ends;
        private final ModelDefinition model;
        private final Budget budget;
        private final @Nullable ContentReport earlier;
        private final Set<String> faulty = new HashSet<>();
        private Map<String, List<References.Reference>> references = new LinkedHashMap<>();
        private final Map<HealthItem, Integer> errors = new LinkedHashMap<>();

        Maker(EntryCheck check, ModelDefinition model, Budget budget, @Nullable ContentReport earlier) {
            this.check = check;
            this.ends = new LooseEnds(model, false);
            this.model = model;
            this.budget = budget;
            this.earlier = earlier != null && earlier.complete() ? earlier : null;
        }

        /**
         * The keys of entries that have to be checked: those that had an error or have changed, and all that share a
         * value of a unique field with a changed one.
         */
        Set<String> suspects(ChangedMembers changed, Function<String, @Nullable JsonNode> entries, Siblings siblings) {
            if (earlier == null) {
                return Set.of();
            }
            Set<String> suspects = new HashSet<>(earlier.faulty());
            for (String key : changed.names()) {
                suspects.add(key);
                if (entries.apply(key) instanceof ObjectNode values) {
                    suspects.addAll(check.holders(values, siblings));
                }
            }
            return suspects;
        }

        boolean isUnchanged(String key, Set<String> suspects) {
            return earlier != null && !suspects.contains(key);
        }

        /** Takes over the relations of an unchanged entry that had no error. */
        void takeOver(String key) {
            List<References.Reference> known =
                    earlier == null ? null : earlier.references().get(key);
            if (known != null) {
                references.put(key, known);
            }
        }

        /**
         * Whether at most one entry has to be checked and none was added or removed, so that the others are taken over
         * together.
         */
        boolean needsAtMostOneCheck(ChangedMembers changed, Set<String> suspects) {
            return earlier != null && changed.sameNames() && suspects.size() <= 1;
        }

        /**
         * Takes over the relations of all entries but the checked one; false where that one has its first relation,
         * whose place in the order of entries is not known here.
         */
        boolean takeOverOthers(Set<String> suspects) {
            Map<String, List<References.Reference>> known = earlier == null ? Map.of() : earlier.references();
            for (String id : suspects) {
                List<References.Reference> found = references.get(id);
                if (found != null && !known.containsKey(id)) {
                    return false;
                }
                if (!Objects.equals(found, known.get(id))) {
                    known = new LinkedHashMap<>(known);
                    if (found == null) {
                        known.remove(id);
                    } else {
                        known.put(id, found); // keeps its place
                    }
                }
            }
            references = known;
            return true;
        }

        /** The keys of all entries; the earlier set while none is added or removed. */
        Set<String> keys(ChangedMembers changed, Supplier<? extends Collection<String>> names) {
            return earlier != null && changed.sameNames() ? earlier.keys() : Set.copyOf(names.get());
        }

        /** Checks an entry; false, with nothing checked, when the budget is used up. */
        boolean add(FindingTarget subject, JsonNode value, Siblings siblings) {
            if (budget.exhausted()) {
                return false;
            }
            if (!(value instanceof ObjectNode values)) {
                count(subject, subject.error("", "The entry must be an object."));
                return true;
            }
            check.check(subject, values, siblings, budget).forEach(finding -> count(subject, finding));
            ends.undeclared(subject, values, budget)
                    .forEach(finding -> count(subject, "undeclared_field", finding.field(), finding.message()));
            if (model.kind() == ModelKind.DICTIONARY) {
                return true;
            }
            ValidationRun run = new ValidationRun(subject, siblings, budget);
            new UndeclaredSecrets(run).check(values, model.fields());
            run.findings().forEach(finding -> count(subject, finding));
            List<References.Reference> found =
                    References.in(values, model.fields().values(), budget);
            if (!found.isEmpty()) {
                references.put(subject.key(), List.copyOf(found));
            }
            return true;
        }

        void addBody(FindingTarget subject, String body) {
            ValidationRun run = new ValidationRun(subject, Siblings.none(), budget);
            new UndeclaredSecrets(run).checkBody(body);
            run.findings().forEach(finding -> count(subject, finding));
        }

        private void count(FindingTarget subject, Finding finding) {
            if (finding.severity() != Finding.Severity.ERROR) {
                return;
            }
            count(subject, "content_validation_error", finding.field(), finding.message());
        }

        private void count(FindingTarget subject, String type, String field, String message) {
            faulty.add(subject.key());
            String path = field.replaceAll("\\[\\d+\\]", "[]");
            HealthItem item = HealthItem.of(model.id(), type, ProblemSeverity.WARNING, message)
                    .at(path);
            if (errors.containsKey(item) || errors.size() < CheckLimits.HEALTH_ITEMS_MAX) {
                errors.merge(item, 1, Integer::sum);
            }
        }

        ContentReport report(Object content, Set<String> keys) {
            List<HealthItem> items = new ArrayList<>();
            errors.forEach((item, count) -> items.add(item.affecting(count)));
            return new ContentReport(
                    model, content, keys, references, List.copyOf(items), Set.copyOf(faulty), !budget.exhausted());
        }
    }
}
