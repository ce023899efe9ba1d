package cms.content.check;

import cms.content.api.Finding;
import cms.content.pattern.Budget;
import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks entries against one model (reference 1.1-1.3); make one per model definition and keep it, because it holds the
 * compiled patterns. Safe for use by several threads.
 */
public final class EntryCheck {
    private final ModelDefinition model;
    private final List<FieldCheck> fields;

    public EntryCheck(ModelDefinition model) {
        this.model = model;
        this.fields = model.fields().values().stream().map(FieldCheck::new).toList();
    }

    /**
     * The findings about one entry, in display order of the fields; empty when it is valid.
     *
     * @param values the merged members: an entry, a singleton, a whole dictionary, or the fields of a document
     * @param siblings all entries of the locale as they are going to be, this one included or not
     */
    public List<Finding> check(FindingTarget subject, ObjectNode values, Siblings siblings) {
        return check(subject, values, siblings, new Budget(CheckLimits.ENTRY_STEPS_MAX));
    }

    /** A new budget for all entries of one write together; see {@link #checkOne}. */
    public static Budget budgetOfWrite() {
        return new Budget(CheckLimits.WRITE_STEPS_MAX);
    }

    /** A new budget for all entries of a project together; see {@link #checkOne}. */
    public static Budget budgetOfProject() {
        return new Budget(CheckLimits.PROJECT_STEPS_MAX);
    }

    /** The findings about one of several entries that share a budget, of which a single entry gets a part. */
    public List<Finding> checkOne(FindingTarget subject, ObjectNode values, Siblings siblings, Budget all) {
        return check(subject, values, siblings, all.part(CheckLimits.ENTRY_STEPS_MAX));
    }

    List<Finding> check(FindingTarget subject, ObjectNode values, Siblings siblings, Budget budget) {
        boolean hasSiblings = model.kind() == ModelKind.COLLECTION || model.kind() == ModelKind.DOCUMENT;
        ValidationRun run = new ValidationRun(subject, hasSiblings ? siblings : Siblings.none(), budget);
        if (model.kind() == ModelKind.DICTIONARY) {
            checkDictionary(values, new ValuePath(run, ""));
        } else {
            new ObjectRule(fields).checkInside(values, new ValuePath(run, ""));
        }
        return run.findings();
    }

    /**
     * The keys of entries that share a value of a unique field with {@code values}, its own among them; in no order.
     */
    Set<String> holders(ObjectNode values, Siblings siblings) {
        Set<String> holders = new HashSet<>();
        collectHolders("", model.fields().values(), values, siblings, holders);
        return holders;
    }

    private static void collectHolders(
            String parent,
            Collection<FieldDefinition> fields,
            JsonNode values,
            Siblings siblings,
            Set<String> holders) {
        for (FieldDefinition field : fields) {
            JsonNode value = values.get(field.name());
            if (value == null || value.isNull()) {
                continue;
            }
            String path = parent + field.name();
            if (field.unique()) {
                holders.addAll(siblings.holders(path, value));
            }
            collectHolders(path + ".", field.fields().values(), value, siblings, holders);
        }
    }

    private static void checkDictionary(ObjectNode values, ValuePath root) {
        for (Map.Entry<String, JsonNode> member : values.properties()) {
            if (!root.run().visit()) {
                return;
            }
            ValuePath at = new ValuePath(root.run(), member.getKey());
            if (member.getValue().isString()) {
                FieldCheck.checkSecrets(member.getValue().stringValue(), at);
            } else {
                at.error("Every value of a dictionary must be a string.");
            }
        }
    }
}
