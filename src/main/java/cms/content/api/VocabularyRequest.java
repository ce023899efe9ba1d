package cms.content.api;

import cms.format.ContentNames;
import cms.platform.failure.Failure;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Terms to merge into vocabulary.json, by term and locale (spec 4.6, reference 3.2).
 *
 * @param terms {@code { <term>: { <locale>: <text or null> } }}, or null for a term that goes
 */
public record VocabularyRequest(ObjectNode terms) {
    private static final int TERM_CHARS_MAX = 200;

    /** @throws Failure INVALID without a term, or for one of another shape */
    public VocabularyRequest {
        if (terms.isEmpty()) {
            throw Failure.invalid("`terms` is empty; send at least one term.");
        }
        for (Map.Entry<String, JsonNode> term : terms.properties()) {
            boolean named = !term.getKey().isBlank() && term.getKey().length() <= TERM_CHARS_MAX;
            if (!named || !(term.getValue().isNull() || isTranslations(term.getValue()))) {
                throw Failure.invalid("`terms` maps each term to its texts by locale, or to null to delete it.");
            }
        }
    }

    private static boolean isTranslations(JsonNode value) {
        return value instanceof ObjectNode translations
                && translations.properties().stream()
                        .allMatch(text -> ContentNames.isLocale(text.getKey())
                                && (text.getValue().isString()
                                        || text.getValue().isNull()));
    }
}
