package cms.content.check;

import cms.content.api.HealthItem;
import cms.format.ContentNames;
import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.Severity;
import cms.format.language.FieldKey;
import cms.platform.config.NearestName;
import java.util.List;

/** Checks the ids, required members and names of a model to be saved (reference 1.4, the stricter column). */
final class ModelNameCheck {
    private static final List<String> FIELD_KEYS = FieldKey.wireNames();

    private ModelNameCheck() {}

    static void check(ModelDefinition model, List<HealthItem> items) {
        if (!ContentNames.isModelId(model.id())) {
            items.add(
                    error(model, "invalid_id", "A model id has small letters and digits in groups joined by hyphens."));
        }
        for (String member : List.of("name", "kind", "domain")) {
            if (!model.raw().path(member).isString()
                    || model.raw().path(member).stringValue().isBlank()) {
                items.add(error(model, "missing_member", "The model needs the member " + member + "."));
            }
        }
        if (!model.raw().path("i18n").isBoolean()) {
            items.add(error(model, "missing_member", "The model needs the member i18n, true or false."));
        }
        FieldPaths.of(model).forEach((path, field) -> checkField(model, path, field, items));
    }

    private static void checkField(ModelDefinition model, String path, FieldDefinition field, List<HealthItem> items) {
        boolean isItem = path.endsWith("[]");
        if (!isItem && !ContentNames.isFieldName(field.name())) {
            String message = "A field name begins with a small letter and goes on with small letters, digits and _.";
            items.add(error(model, "invalid_field_name", message).at(path));
        }
        for (String key : field.raw().propertyNames()) {
            if (!FIELD_KEYS.contains(key)) {
                String message = "A field definition has no member " + ValuePath.quoted(key)
                        + NearestName.of(key, FIELD_KEYS)
                                .map(near -> "; did you mean '" + near + "'?")
                                .orElseGet(() -> "; it has " + String.join(", ", FIELD_KEYS) + ".");
                items.add(error(model, "unknown_field_key", message).at(path));
            }
        }
    }

    private static HealthItem error(ModelDefinition model, String type, String message) {
        return HealthItem.of(model.id(), type, Severity.ERROR, message);
    }
}
