package cms.content.check;

import cms.content.pattern.Budget;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.Severity;
import cms.format.ModelKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one model's content in one locale looks like: which keys it has, where it points, and what is wrong.
 *
 * @param model the definition that it was checked with
 * @param content the content itself; it and the model are compared by identity when a report is taken over
 * @param keys entry ids, slugs, or the keys of a dictionary; empty for a singleton
 * @param errors items of the type {@code content_validation_error}, equal ones counted together
 */
record ContentReport(
        ModelDefinition model,
        Object content,
        Set<String> keys,
        List<References.Reference> references,
        List<HealthItem> errors) {

    static ContentReport ofValues(
            EntryCheck check, ModelDefinition model, String locale, ObjectNode values, Budget budget) {
        Maker maker = new Maker(check, model, budget);
        if (model.kind() == ModelKind.COLLECTION) {
            Siblings siblings = Siblings.of(values);
            for (Map.Entry<String, JsonNode> entry : values.properties()) {
                maker.add(Subject.entry(model.id(), locale, entry.getKey()), entry.getValue(), siblings);
            }
        } else {
            maker.add(Subject.whole(model.id(), locale), values, Siblings.none());
        }
        Set<String> keys = model.kind() == ModelKind.SINGLETON ? Set.of() : Set.copyOf(values.propertyNames());
        return maker.report(values, keys);
    }

    static ContentReport ofDocuments(
            EntryCheck check,
            ModelDefinition model,
            String locale,
            Map<String, MarkdownFile> documents,
            Budget budget) {
        Maker maker = new Maker(check, model, budget);
        Map<String, ObjectNode> frontmatters = new LinkedHashMap<>();
        documents.forEach((slug, document) -> frontmatters.put(slug, document.frontmatter()));
        Siblings siblings = Siblings.of(frontmatters);
        documents.forEach((slug, document) -> {
            Subject subject = Subject.document(model.id(), locale, slug);
            maker.add(subject, document.frontmatter(), siblings);
            maker.addBody(subject, document.body());
        });
        return maker.report(documents, Set.copyOf(documents.keySet()));
    }

    /** Collects what the entries show, one after the other. */
    private static final class Maker {
        private final EntryCheck check;
        private final ModelDefinition model;
        private final Budget budget;
        private final List<References.Reference> references = new ArrayList<>();
        private final Map<HealthItem, Integer> errors = new LinkedHashMap<>();

        Maker(EntryCheck check, ModelDefinition model, Budget budget) {
            this.check = check;
            this.model = model;
            this.budget = budget;
        }

        void add(Subject subject, JsonNode value, Siblings siblings) {
            if (budget.exhausted()) {
                return;
            }
            if (!(value instanceof ObjectNode values)) {
                count(subject.error("", "The entry must be an object."));
                return;
            }
            check.check(subject, values, siblings, budget).forEach(this::count);
            if (model.kind() == ModelKind.DICTIONARY) {
                return;
            }
            Examination examination = new Examination(subject, siblings, budget);
            new UndeclaredSecrets(examination).check(values, model.fields());
            examination.findings().forEach(this::count);
            references.addAll(References.in(values, model.fields().values(), budget));
        }

        void addBody(Subject subject, String body) {
            Examination examination = new Examination(subject, Siblings.none(), budget);
            new UndeclaredSecrets(examination).checkBody(body);
            examination.findings().forEach(this::count);
        }

        private void count(Finding finding) {
            if (finding.severity() != Finding.Severity.ERROR) {
                return;
            }
            String path = finding.field().replaceAll("\\[\\d+\\]", "[]");
            HealthItem item = HealthItem.of(model.id(), "content_validation_error", Severity.WARNING, finding.message())
                    .at(path);
            if (errors.containsKey(item) || errors.size() < CheckLimits.HEALTH_ITEMS_MAX) {
                errors.merge(item, 1, Integer::sum);
            }
        }

        ContentReport report(Object content, Set<String> keys) {
            List<HealthItem> items = new ArrayList<>();
            errors.forEach((item, count) -> items.add(item.affecting(count)));
            return new ContentReport(model, content, keys, List.copyOf(references), List.copyOf(items));
        }
    }
}
