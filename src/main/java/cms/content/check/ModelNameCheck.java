package cms.content.check;

import cms.content.api.HealthItem;
import cms.format.ContentNames;
import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.language.FieldKey;
import cms.platform.config.NearestName;
import java.util.List;

/** Checks the ids, required members and names of a model to be saved (reference 1.4, the stricter column). */
final class ModelNameCheck {
    private static final List<String> FIELD_KEYS = FieldKey.wireNames();
    private static final String IT_HAS = "; it has " + String.join(", ", FIELD_KEYS) + ".";

    /** Unknown members of one field that are compared with those that there are. */
    private static final int COMPARED_MAX = 20;

    private ModelNameCheck() {}

    static void check(ModelDefinition model, HealthItems items) {
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

    private static void checkField(ModelDefinition model, String path, FieldDefinition field, HealthItems items) {
        boolean isItem = path.endsWith("[]");
        if (!isItem && !ContentNames.isFieldName(field.name())) {
            String message = "A field name begins with a small letter and goes on with small letters, digits and _.";
            items.add(error(model, "invalid_field_name", message).at(path));
        }
        int compared = 0;
        for (String key : field.raw().propertyNames()) {
            if (items.isFull(model.id())) {
                return;
            }
            if (!FIELD_KEYS.contains(key)) {
                String ending = compared++ < COMPARED_MAX ? ending(key) : ".";
                String message = "A field definition has no member " + ValuePath.quoted(key) + ending;
                items.add(error(model, "unknown_field_key", message).at(path));
            }
        }
    }

    private static String ending(String key) {
        return NearestName.of(key, FIELD_KEYS)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(IT_HAS);
    }

    private static HealthItem error(ModelDefinition model, String type, String message) {
        return HealthItem.of(model.id(), type, ProblemSeverity.ERROR, message);
    }
}
