package cms.content.search;

import cms.content.snapshot.LocaleContent;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The original texts of one entry, from which the excerpt of a search hit is taken. */
final class Excerpts {
    private Excerpts() {}

    /** The text by which people know the entry: its title, else its key, else the name of the model. */
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

    /** All texts of the entry, by path. */
    static Map<String, String> of(ModelDefinition model, LocaleContent content, String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        visit(model, content, key, (path, text) -> {
            texts.put(path, text);
            return true;
        });
        return texts;
    }

    /**
     * Calls {@code wantsMore} with the path, such as {@code blocks[0].title}, and the text of every value until it
     * answers false; returns its last answer.
     */
    static boolean visit(
            ModelDefinition model, LocaleContent content, String key, BiPredicate<String, String> wantsMore) {
        MarkdownFile document = content.documents().get(key);
        return visit("", members(model, content, key), wantsMore)
                && (document == null || wantsMore.test("body", document.body()));
    }

    private static boolean visit(String path, JsonNode value, BiPredicate<String, String> wantsMore) {
        if (value.isString()) {
            return wantsMore.test(path, value.stringValue());
        }
        if (value.isNumber()) {
            return wantsMore.test(path, value.asString());
        }
        if (value.isArray()) {
            for (int at = 0; at < value.size(); at++) {
                if (!visit(path + "[" + at + "]", value.get(at), wantsMore)) {
                    return false;
                }
            }
        } else if (value instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                String name = member.getKey();
                if (!visit(path.isEmpty() ? name : path + "." + name, member.getValue(), wantsMore)) {
                    return false;
                }
            }
        }
        return true;
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
