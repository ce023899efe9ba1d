package cms.content.check;

import cms.format.FieldDefinition;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Looks for secrets in members that no definition declares; saving keeps such members silently (reference 1.5). */
final class UndeclaredSecrets {
    private final ValidationRun run;

    UndeclaredSecrets(ValidationRun run) {
        this.run = run;
    }

    void check(JsonNode values, Map<String, FieldDefinition> fields) {
        members(values, fields, new ValuePath(run, ""));
    }

    void checkBody(String body) {
        FieldCheck.checkSecrets(body, new ValuePath(run, "body"));
    }

    private void members(JsonNode values, Map<String, FieldDefinition> fields, ValuePath at) {
        for (Map.Entry<String, JsonNode> member : values.properties()) {
            FieldDefinition field = fields.get(member.getKey());
            ValuePath inside = at.member(member.getKey());
            if (field == null) {
                everything(member.getValue(), inside);
            } else {
                declared(member.getValue(), field, inside);
            }
        }
    }

    private void declared(JsonNode value, FieldDefinition field, ValuePath at) {
        FieldDefinition items = field.items().orElse(null);
        if (value.isObject() && !field.fields().isEmpty()) {
            members(value, field.fields(), at);
        } else if (value.isArray() && items != null) {
            for (int i = 0; i < value.size() && run.visit(); i++) {
                declared(value.get(i), items, at.item(i));
            }
        } else if (value.isContainer()) {
            everything(value, at);
        }
    }

    private void everything(JsonNode value, ValuePath at) {
        if (!run.visit()) {
            return;
        }
        if (value.isString()) {
            FieldCheck.checkSecrets(value.stringValue(), at);
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                everything(value.get(i), at.item(i));
            }
        } else {
            value.properties().forEach(member -> everything(member.getValue(), at.member(member.getKey())));
        }
    }
}
