package cms.format;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The members of {@code .cms/vocabulary.json} (spec 2.9).
 *
 * @param raw every member as it is in the file; it must not be changed
 */
public record Vocabulary(ObjectNode raw) {
    private static final int VERSION = 1;

    public static Vocabulary empty() {
        return new Vocabulary(
                JsonNodeFactory.instance.objectNode().put("version", VERSION).set("terms", terms(null)));
    }

    /** {@code { termKey: { locale: text } }}; empty when the file holds none. */
    public ObjectNode terms() {
        return terms(raw.get("terms"));
    }

    /**
     * This vocabulary with terms merged into it by locale; null removes a term or a translation, and a term that loses
     * its last translation is removed (reference 3.2).
     */
    public Vocabulary merged(ObjectNode changes) {
        ObjectNode terms = terms().deepCopy();
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            if (change.getValue() instanceof ObjectNode translations) {
                ObjectNode term = terms.get(change.getKey()) instanceof ObjectNode known ? known : terms(null);
                translations.forEachEntry((locale, text) -> {
                    if (text.isNull()) {
                        term.remove(locale);
                    } else {
                        term.set(locale, text);
                    }
                });
                terms.set(change.getKey(), term);
                if (term.isEmpty()) {
                    terms.remove(change.getKey());
                }
            } else {
                terms.remove(change.getKey());
            }
        }
        ObjectNode merged = raw.deepCopy();
        merged.set("terms", terms);
        if (!merged.path("version").isNumber()) {
            merged.put("version", VERSION);
        }
        return new Vocabulary(merged);
    }

    public byte[] bytes() {
        return CanonicalJson.bytes(raw);
    }

    private static ObjectNode terms(@Nullable JsonNode stated) {
        return stated instanceof ObjectNode terms ? terms : JsonNodeFactory.instance.objectNode();
    }
}
