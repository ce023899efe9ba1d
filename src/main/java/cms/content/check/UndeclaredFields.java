package cms.content.check;

import cms.content.api.Finding.Severity;
import cms.format.FieldDefinition;
import cms.platform.config.NearestName;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds members that no definition declares: they are kept, and most of them are typing errors. */
final class UndeclaredFields {
    /** Findings that suggest the field that was probably meant; further ones only name the member. */
    private static final int SUGGESTIONS_MAX = 5;

    private final ValidationRun run;
    private final Severity severity;
    private int suggestions;

    UndeclaredFields(ValidationRun run, Severity severity) {
        this.run = run;
        this.severity = severity;
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
                run.add(severity, inside.path(), message(member.getKey(), fields));
            } else {
                declared(member.getValue(), field, inside);
            }
        }
    }

    private String message(String name, Map<String, FieldDefinition> fields) {
        String says = "The model declares no field " + ValuePath.quoted(name);
        return suggestions++ >= SUGGESTIONS_MAX
                ? says + "."
                : says
                        + NearestName.of(name, fields.keySet())
                                .map(near -> "; did you mean " + ValuePath.quoted(near) + "?")
                                .orElse(".");
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
