package cms.content.check;

import cms.format.FieldDefinition;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Looks for secrets in what no definition declares; saving keeps such members silently (reference 1.5). */
final class UndeclaredSecrets {
    private final Examination examination;

    UndeclaredSecrets(Examination examination) {
        this.examination = examination;
    }

    void check(JsonNode values, Map<String, FieldDefinition> fields) {
        members(values, fields, new Spot(examination, ""));
    }

    void checkBody(String body) {
        FieldCheck.checkSecrets(body, new Spot(examination, "body"));
    }

    private void members(JsonNode values, Map<String, FieldDefinition> fields, Spot spot) {
        for (Map.Entry<String, JsonNode> member : values.properties()) {
            FieldDefinition field = fields.get(member.getKey());
            Spot inside = spot.member(member.getKey());
            if (field == null) {
                everything(member.getValue(), inside);
            } else {
                declared(member.getValue(), field, inside);
            }
        }
    }

    private void declared(JsonNode value, FieldDefinition field, Spot spot) {
        FieldDefinition items = field.items().orElse(null);
        if (value.isObject() && !field.fields().isEmpty()) {
            members(value, field.fields(), spot);
        } else if (value.isArray() && items != null) {
            for (int i = 0; i < value.size() && examination.visit(); i++) {
                declared(value.get(i), items, spot.item(i));
            }
        } else if (value.isContainer()) {
            everything(value, spot);
        }
    }

    private void everything(JsonNode value, Spot spot) {
        if (!examination.visit()) {
            return;
        }
        if (value.isString()) {
            FieldCheck.checkSecrets(value.stringValue(), spot);
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                everything(value.get(i), spot.item(i));
            }
        } else {
            value.properties().forEach(member -> everything(member.getValue(), spot.member(member.getKey())));
        }
    }
}
