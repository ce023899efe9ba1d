package cms.content.check;

import cms.content.api.EntryPage;
import cms.content.pattern.Budget;
import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds the references that an entry holds, wherever relations are declared. */
public final class References {
    /** {@code path} is that of the definition, such as {@code blocks[].author}. */
    record Reference(String path, String model, String ref) {}

    private final List<Reference> found = new ArrayList<>();
    private final Budget budget;

    private References(Budget budget) {
        this.budget = budget;
    }

    /** The relations of an entry, each once, as far as one entry is looked through. */
    public static List<EntryPage.Relation> of(ModelDefinition model, JsonNode values) {
        return in(values, model.fields().values(), new Budget(CheckLimits.ENTRY_STEPS_MAX)).stream()
                .map(reference -> new EntryPage.Relation(reference.path(), reference.model(), reference.ref()))
                .distinct()
                .toList();
    }

    static List<Reference> in(JsonNode values, Collection<FieldDefinition> fields, Budget budget) {
        References references = new References(budget);
        references.members("", values, fields);
        return references.found;
    }

    private void members(String parent, JsonNode values, Collection<FieldDefinition> fields) {
        for (FieldDefinition field : fields) {
            JsonNode value = values.get(field.name());
            if (value != null && budget.spend(1)) {
                value(parent.isEmpty() ? field.name() : parent + "." + field.name(), value, field);
            }
        }
    }

    private void value(String path, JsonNode value, FieldDefinition field) {
        if (!field.models().isEmpty()) {
            if (value.isArray()) {
                value.forEach(item -> reference(path, item, field));
            } else {
                reference(path, value, field);
            }
        }
        FieldDefinition items = field.items().orElse(null);
        if (items != null && value.isArray() && budget.spend(value.size())) {
            value.forEach(item -> value(path + "[]", item, items));
        }
        if (value.isObject()) {
            members(path, value, field.fields().values());
        }
    }

    private void reference(String path, JsonNode value, FieldDefinition field) {
        String model = field.polymorphic()
                ? value.path("model").asString("")
                : field.models().getFirst();
        JsonNode ref = field.polymorphic() ? value.path("ref") : value;
        if (ref.isString() && !ref.stringValue().isEmpty()) {
            found.add(new Reference(path, model, ref.stringValue()));
        }
    }
}
