package cms.content.check;

import cms.content.api.HealthItem;
import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares a model's new definition with the previous one, and finds what breaks for stored content (reference 1.5).
 */
public final class BreakingChanges {
    private final ModelDefinition previous;
    private final Collection<ObjectNode> entries;
    private final List<HealthItem> items = new ArrayList<>();

    private BreakingChanges(ModelDefinition previous, Collection<ObjectNode> entries) {
        this.previous = previous;
        this.entries = entries;
    }

    /**
     * The breaking changes; empty when nothing breaks.
     *
     * @param current null when the model is removed
     * @param entries the stored entries of all locales; the items count how many of them are affected
     */
    public static List<HealthItem> between(
            ModelDefinition previous, @Nullable ModelDefinition current, Collection<ObjectNode> entries) {
        BreakingChanges changes = new BreakingChanges(previous, entries);
        if (current == null) {
            changes.add("model_removed", ProblemSeverity.CRITICAL, "The model is removed.", null, entries.size());
        } else {
            changes.compare(current);
        }
        return List.copyOf(changes.items);
    }

    private void compare(ModelDefinition current) {
        if (previous.kind() != current.kind()) {
            add("kind_changed", ProblemSeverity.CRITICAL, "The kind of the model changes.", null, entries.size());
            changed(previous.kind().wireName(), current.kind().wireName());
        }
        if (previous.i18n() != current.i18n()) {
            add("i18n_changed", ProblemSeverity.ERROR, "The content moves to other files.", null, entries.size());
            changed(Boolean.toString(previous.i18n()), Boolean.toString(current.i18n()));
        }
        Map<String, FieldDefinition> before = FieldPaths.of(previous);
        Map<String, FieldDefinition> after = FieldPaths.of(current);
        before.forEach((path, field) -> compareField(path, field, after.get(path)));
        after.forEach((path, field) -> {
            FieldDefinition old = before.get(path);
            if (field.required() && (old == null || !old.required())) {
                add(
                        "field_required_added",
                        ProblemSeverity.WARNING,
                        "The field becomes required.",
                        path,
                        lacking(path));
            }
        });
    }

    private void compareField(String path, FieldDefinition old, @Nullable FieldDefinition field) {
        if (field == null) {
            add(
                    "field_removed",
                    ProblemSeverity.ERROR,
                    "The field is removed; its values stay but nobody reads them.",
                    path,
                    holding(path));
        } else if (!field.typeName().equals(old.typeName())) {
            add("field_type_changed", ProblemSeverity.ERROR, "The type of the field changes.", path, holding(path));
            changed(old.typeName(), field.typeName());
        } else if (!old.defaultValue().equals(field.defaultValue()) && without(path) > 0) {
            String message = field.defaultValue().isPresent()
                    ? "The default of the field changes; entries without a value of their own have the new one."
                    : "The field loses its default; entries without a value of their own have none any more.";
            add("default_changed", ProblemSeverity.WARNING, message, path, without(path));
        }
    }

    /** How many entries have a value at the path, at least once where it leads through lists. */
    private int holding(String path) {
        return (int) entries.stream()
                .filter(entry ->
                        at(entry, path.split("\\.")).anyMatch(value -> !value.isMissingNode() && !value.isNull()))
                .count();
    }

    /** How many entries have the default, which is stored by omission (spec 2.7). */
    private int without(String path) {
        return (int) entries.stream()
                .filter(entry -> at(entry, path.split("\\.")).anyMatch(JsonNode::isMissingNode))
                .count();
    }

    /** How many entries a check would now refuse: the parent of the field exists, and the field is missing or empty. */
    private int lacking(String path) {
        return (int) entries.stream()
                .filter(entry -> at(entry, path.split("\\.")).anyMatch(BreakingChanges::isLacking))
                .count();
    }

    private static boolean isLacking(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || value.isString() && value.stringValue().isEmpty();
    }

    /** The values at a path such as {@code blocks[].title}: one for each item; none where a parent is missing. */
    private static Stream<JsonNode> at(JsonNode entry, String[] path) {
        Stream<JsonNode> values = Stream.of(entry);
        for (String step : path) {
            int brackets = step.indexOf('[');
            String name = brackets < 0 ? step : step.substring(0, brackets);
            values = values.filter(JsonNode::isObject).map(value -> value.path(name));
            for (int rest = brackets; rest >= 0; rest = step.indexOf('[', rest + 1)) {
                values = values.flatMap(JsonNode::valueStream);
            }
        }
        return values;
    }

    private void add(String type, ProblemSeverity severity, String message, @Nullable String path, int affected) {
        items.add(HealthItem.of(previous.id(), type, severity, message).at(path).affecting(affected));
    }

    private void changed(String before, String after) {
        items.set(items.size() - 1, items.getLast().changing(before, after));
    }
}
