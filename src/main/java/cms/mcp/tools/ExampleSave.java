package cms.mcp.tools;

import cms.format.FieldType;
import cms.format.ModelDefinition;
import cms.format.language.FieldWords;
import cms.platform.json.Json;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An example of the arguments of a save: the required members with values of the right type. Further rules of a field,
 * such as a pattern or an existing entry, are not considered.
 */
final class ExampleSave {
    private ExampleSave() {}

    static ObjectNode of(ModelDefinition model) {
        ObjectNode save = Json.object().put("model", model.id());
        ObjectNode entry = save.putArray("entries").addObject();
        ObjectNode data = entry.putObject("data");
        switch (model.kind()) {
            case DOCUMENT -> entry.put("slug", "a-slug").put("body", "# Markdown");
            case DICTIONARY -> data.put("a.key", "Text");
            case COLLECTION, SINGLETON -> {}
        }
        for (Map.Entry<String, JsonNode> field : model.raw().path("fields").properties()) {
            boolean title =
                    field.getKey().equals(model.raw().path("title_field").asString(""));
            if (title || field.getValue().path("required").asBoolean(false)) {
                put(data, field.getKey(), field.getValue());
            }
        }
        return save;
    }

    /** Puts the example of the type, unless the field or the project decides which values fit. */
    private static void put(ObjectNode data, String name, JsonNode field) {
        FieldType type = FieldType.of(field.path("type").asString("")).orElse(FieldType.STRING);
        switch (type) {
            case NUMBER, DECIMAL, INTEGER, PERCENT, RATING ->
                data.put(name, field.path("min").asInt(1));
            case SELECT -> data.set(name, field.path("options").path(0));
            case IMAGE, VIDEO, FILE, RELATION -> data.put(name, "<" + type.wireName() + ">");
            case RELATIONS, ARRAY -> data.putArray(name);
            case OBJECT -> data.putObject(name);
            case STRING,
                    TEXT,
                    CODE,
                    ICON,
                    MARKDOWN,
                    RICHTEXT,
                    EMAIL,
                    URL,
                    SLUG,
                    COLOR,
                    PHONE,
                    BOOLEAN,
                    DATE,
                    DATETIME -> data.set(name, FieldWords.of(type).exampleValue());
        }
    }
}
