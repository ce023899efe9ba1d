package cms.content.search;

import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/**
 * One entry as it is searched.
 *
 * @param key the entry id, slug or dictionary key; empty for a singleton
 * @param title folded
 * @param text all its texts and its key, folded; pieces of different fields are kept apart
 */
record SearchEntry(String key, String title, String text) {
    private static final String APART = "| ";

    static SearchEntry of(String key, String title, JsonNode value, String body) {
        StringBuilder all = new StringBuilder(FoldedText.of(key));
        texts(
                "",
                value,
                (path, text) -> all.append(APART).append(FoldedText.of(text).stripLeading()));
        if (!body.isEmpty()) {
            all.append(APART).append(FoldedText.of(body).stripLeading());
        }
        return new SearchEntry(key, FoldedText.of(title), all.toString());
    }

    /** Every text below a value with the path to it, such as {@code blocks[0].title}. */
    static void texts(String path, JsonNode value, BiConsumer<String, String> visitor) {
        if (value.isString()) {
            visitor.accept(path, value.stringValue());
        } else if (value.isNumber()) {
            visitor.accept(path, value.asString());
        } else if (value.isArray()) {
            for (int at = 0; at < value.size(); at++) {
                texts(path + "[" + at + "]", value.get(at), visitor);
            }
        } else if (value.isObject()) {
            value.forEachEntry((name, nested) -> texts(path.isEmpty() ? name : path + "." + name, nested, visitor));
        }
    }
}
