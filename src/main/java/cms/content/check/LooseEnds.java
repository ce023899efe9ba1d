package cms.content.check;

import cms.content.api.Finding;
import cms.content.api.Finding.Severity;
import cms.content.pattern.Budget;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds members that no field declares, and relations to entries that do not exist. An entry with them can still be
 * used, so they are warnings, and errors where the configuration says {@code "strict": true}.
 */
public final class LooseEnds {
    /** Member that every document has in its front matter, whether the model declares it or not. */
    private static final String SLUG = "slug";

    private final ModelDefinition model;
    private final Severity severity;
    private final UndeclaredFields.Suggestions suggestions = new UndeclaredFields.Suggestions();

    /**
     * One for all entries of a model that are looked at together: they share what is suggested for misspelled names.
     */
    public LooseEnds(ModelDefinition model, boolean strict) {
        this.model = model;
        this.severity = strict ? Severity.ERROR : Severity.WARNING;
    }

    /**
     * {@code all} is the budget of all entries together; {@code exists} takes a model and an id or slug, and is true
     * where the entry exists, or where that cannot be told.
     */
    public List<Finding> of(FindingTarget subject, ObjectNode values, Budget all, BiPredicate<String, String> exists) {
        List<Finding> found = new ArrayList<>(undeclared(subject, values, all.part(CheckLimits.ENTRY_STEPS_MAX)));
        if (all.exhausted()) {
            return found;
        }
        ValidationRun relations = new ValidationRun(subject, Siblings.none(), all.part(CheckLimits.ENTRY_STEPS_MAX));
        for (References.Reference reference :
                References.in(values, model.fields().values(), relations.budget())) {
            if (relations.visit() && !exists.test(reference.model(), reference.ref())) {
                relations.add(
                        severity,
                        reference.path(),
                        "The relation points to " + ValuePath.quoted(reference.ref()) + ", which is no entry of "
                                + ValuePath.quoted(reference.model()) + ".");
            }
        }
        found.addAll(relations.findings());
        return found;
    }

    List<Finding> undeclared(FindingTarget subject, ObjectNode values, Budget budget) {
        if (model.kind() == ModelKind.DICTIONARY) {
            return List.of();
        }
        ValidationRun run = new ValidationRun(subject, Siblings.none(), budget);
        new UndeclaredFields(run, severity, suggestions).check(values, model.fields());
        boolean hasSlug = model.kind() == ModelKind.DOCUMENT;
        return run.findings().stream()
                .filter(finding -> !hasSlug || !finding.field().equals(SLUG))
                .toList();
    }
}
