package cms.content.search;

import cms.content.snapshot.LocaleContent;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The texts of one entry as they were written, for what is shown of a hit. */
final class Excerpts {
    private Excerpts() {}

    /** What names the entry to people: its title, else its key, else the name of the model. */
    static String title(ModelDefinition model, LocaleContent content, String key) {
        if (model.kind() == ModelKind.DICTIONARY) {
            return key;
        }
        JsonNode members = members(model, content, key);
        return model.titleField()
                .map(field -> members.path(field))
                .filter(title -> title.isString() && !title.stringValue().isBlank())
                .map(JsonNode::stringValue)
                .orElse(key.isEmpty() ? model.name() : key);
    }

    /** By path. */
    static Map<String, String> of(ModelDefinition model, LocaleContent content, String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        SearchEntry.texts("", members(model, content, key), texts::put);
        MarkdownFile document = content.documents().get(key);
        if (document != null) {
            texts.put("body", document.body());
        }
        return texts;
    }

    private static JsonNode members(ModelDefinition model, LocaleContent content, String key) {
        MarkdownFile document = content.documents().get(key);
        if (document != null) {
            return document.frontmatter();
        }
        JsonNode values = content.values().map(JsonNode.class::cast).orElseGet(cms.platform.json.Json::object);
        return model.kind() == ModelKind.SINGLETON ? values : values.path(key);
    }
}
