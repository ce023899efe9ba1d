package cms.content.check;

import cms.content.api.Finding;
import cms.content.api.HealthItem;
import cms.content.pattern.Budget;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.Severity;
import cms.format.ModelKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one model's content in one locale looks like: which keys it has, where it points, and what is wrong.
 *
 * @param model the definition that it was checked with
 * @param content the content itself; it and the model are compared by identity when a report is taken over
 * @param keys entry ids, slugs, or the keys of a dictionary; empty for a singleton
 * @param errors items of the types {@code content_validation_error} and {@code undeclared_field}, equal ones counted together
 * @param faulty the keys of entries that had any error
 * @param complete whether every entry was looked at
 */
record ContentReport(
        ModelDefinition model,
        Object content,
        Set<String> keys,
        List<References.Reference> references,
        List<HealthItem> errors,
        Set<String> faulty,
        boolean complete) {

    /** {@code earlier}: a report by the same definition; what it found faultless and is the same is not checked again. */
    static ContentReport ofValues(
            EntryCheck check,
            ModelDefinition model,
            String locale,
            ObjectNode values,
            Budget budget,
            @Nullable ContentReport earlier) {
        Maker maker = new Maker(check, model, budget, earlier);
        if (model.kind() == ModelKind.COLLECTION) {
            Siblings siblings = Siblings.of(values);
            for (Map.Entry<String, JsonNode> entry : values.properties()) {
                FindingTarget subject = FindingTarget.entry(model.id(), locale, entry.getKey());
                maker.add(subject, entry.getValue(), entry.getValue(), siblings);
            }
        } else {
            maker.add(FindingTarget.whole(model.id(), locale), values, values, Siblings.none());
        }
        Set<String> keys = model.kind() == ModelKind.SINGLETON ? Set.of() : Set.copyOf(values.propertyNames());
        return maker.report(values, keys);
    }

    static ContentReport ofDocuments(
            EntryCheck check,
            ModelDefinition model,
            String locale,
            Map<String, MarkdownFile> documents,
            Budget budget,
            @Nullable ContentReport earlier) {
        Maker maker = new Maker(check, model, budget, earlier);
        Map<String, ObjectNode> frontmatters = new LinkedHashMap<>();
        documents.forEach((slug, document) -> frontmatters.put(slug, document.frontmatter()));
        Siblings siblings = Siblings.of(frontmatters);
        documents.forEach((slug, document) -> {
            FindingTarget subject = FindingTarget.document(model.id(), locale, slug);
            if (maker.add(subject, document, document.frontmatter(), siblings)) {
                maker.addBody(subject, document.body());
            }
        });
        return maker.report(documents, Set.copyOf(documents.keySet()));
    }

    /** Collects what the entries show, one after the other. */
    private static final class Maker {
        private final EntryCheck check;
        private final LooseEnds ends;
        private final ModelDefinition model;
        private final Budget budget;
        private final @Nullable ContentReport earlier;
        private final Set<String> faulty = new HashSet<>();
        private final List<References.Reference> references = new ArrayList<>();
        private final Map<HealthItem, Integer> errors = new LinkedHashMap<>();

        Maker(EntryCheck check, ModelDefinition model, Budget budget, @Nullable ContentReport earlier) {
            this.check = check;
            this.ends = new LooseEnds(model, false);
            this.model = model;
            this.budget = budget;
            this.earlier = earlier != null && earlier.complete() ? earlier : null;
        }

        /** Whether it had to be checked; {@code stored} is the same object as long as nothing of the entry changes. */
        boolean add(FindingTarget subject, Object stored, JsonNode value, Siblings siblings) {
            if (budget.exhausted()) {
                return false;
            }
            if (!(value instanceof ObjectNode values)) {
                count(subject, subject.error("", "The entry must be an object."));
                return true;
            }
            if (isKnownFaultless(subject.key(), stored)
                    && budget.spend(1)
                    && !check.clashes(subject.key(), values, siblings)) {
                references.addAll(References.in(values, model.fields().values(), budget));
                return false;
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
            references.addAll(References.in(values, model.fields().values(), budget));
            return true;
        }

        private boolean isKnownFaultless(String key, Object stored) {
            return earlier != null && !earlier.faulty().contains(key) && earlier.stored(key) == stored;
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
            HealthItem item =
                    HealthItem.of(model.id(), type, Severity.WARNING, message).at(path);
            if (errors.containsKey(item) || errors.size() < CheckLimits.HEALTH_ITEMS_MAX) {
                errors.merge(item, 1, Integer::sum);
            }
        }

        ContentReport report(Object content, Set<String> keys) {
            List<HealthItem> items = new ArrayList<>();
            errors.forEach((item, count) -> items.add(item.affecting(count)));
            return new ContentReport(
                    model,
                    content,
                    keys,
                    List.copyOf(references),
                    List.copyOf(items),
                    Set.copyOf(faulty),
                    !budget.exhausted());
        }
    }

    /** An entry of a collection or a document as it was when this was made; null for other kinds. */
    private @Nullable Object stored(String key) {
        if (content instanceof ObjectNode values) {
            return model.kind() == ModelKind.COLLECTION ? values.get(key) : null;
        }
        return ((Map<?, ?>) content).get(key);
    }
}
