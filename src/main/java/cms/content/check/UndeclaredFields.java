package cms.content.check;

import cms.content.api.Finding.Severity;
import cms.content.pattern.Budget;
import cms.format.FieldDefinition;
import cms.platform.config.NearestName;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds members that no definition declares: they are kept, and most of them are typing errors. */
final class UndeclaredFields {
    private final ValidationRun run;
    private final Severity severity;
    private final Suggestions suggestions;

    /**
     * The fields that were probably meant, of all entries that are looked at together: a name is compared with all
     * fields once, and only so many names are. Findings about further ones only name the member.
     */
    static final class Suggestions {
        /** Names that are compared with all fields of a model. */
        static final int NAMES_MAX = 20;

        private final IdentityHashMap<Map<String, FieldDefinition>, Map<String, String>> known =
                new IdentityHashMap<>();
        private int compared;

        /** The end of the finding about a member of this name. */
        private String ending(String name, Map<String, FieldDefinition> fields, Budget budget) {
            Map<String, String> endings = known.computeIfAbsent(fields, _ -> new HashMap<>());
            long steps = NearestName.steps(name, fields.size());
            if (compared < NAMES_MAX && !endings.containsKey(name) && budget.remaining() > steps) {
                compared++;
                budget.spend(steps);
                endings.put(
                        name,
                        NearestName.of(name, fields.keySet())
                                .map(near -> "; did you mean " + ValuePath.quoted(near) + "?")
                                .orElse("."));
            }
            return endings.getOrDefault(name, ".");
        }
    }

    UndeclaredFields(ValidationRun run, Severity severity, Suggestions suggestions) {
        this.run = run;
        this.severity = severity;
        this.suggestions = suggestions;
    }

    void check(ObjectNode values, Map<String, FieldDefinition> fields) {
        members(values, fields, new ValuePath(run, ""));
    }

    private void members(JsonNode values, Map<String, FieldDefinition> fields, ValuePath at) {
        for (Map.Entry<String, JsonNode> member : values.properties()) {
            if (!run.visit()) {
                return;
            }
            FieldDefinition field = fields.get(member.getKey());
            ValuePath inside = at.member(member.getKey());
            if (field == null) {
                String says = "The model declares no field " + ValuePath.quoted(member.getKey());
                run.add(severity, inside.path(), says + suggestions.ending(member.getKey(), fields, run.budget()));
            } else {
                declared(member.getValue(), field, inside);
            }
        }
    }

    /** An object without declared fields is free. */
    private void declared(JsonNode value, FieldDefinition field, ValuePath at) {
        FieldDefinition items = field.items().orElse(null);
        if (value.isObject() && !field.fields().isEmpty()) {
            members(value, field.fields(), at);
        } else if (value.isArray() && items != null && items.type().isPresent()) {
            for (int i = 0; i < value.size() && run.visit(); i++) {
                declared(value.get(i), items, at.item(i));
            }
        }
    }
}
