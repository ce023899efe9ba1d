package cms.content.schema;

import cms.access.Author;
import cms.content.snapshot.Snapshot;
import cms.format.ContentNames;
import cms.format.Vocabulary;
import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.review.Draft;
import cms.review.Operation;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Terms to merge into vocabulary.json, by term and locale (spec 4.6, reference 3.2). */
final class VocabularyChange {
    private static final int TERM_CHARS_MAX = 200;

    private final ObjectNode terms;
    private final Author author;

    private VocabularyChange(ObjectNode terms, Author author) {
        this.terms = terms;
        this.author = author;
    }

    static VocabularyChange parse(Body body, Author author) {
        ObjectNode terms = body.requiredObject("terms").json();
        if (terms.isEmpty()) {
            throw Failure.invalid("`terms` is empty; send at least one term.");
        }
        for (Map.Entry<String, JsonNode> term : terms.properties()) {
            boolean named = !term.getKey().isBlank() && term.getKey().length() <= TERM_CHARS_MAX;
            if (!named || !(term.getValue().isNull() || isTranslations(term.getValue()))) {
                throw Failure.invalid("`terms` maps each term to its texts by locale, or to null to delete it.");
            }
        }
        return new VocabularyChange(terms, author);
    }

    private static boolean isTranslations(JsonNode value) {
        return value instanceof ObjectNode translations
                && translations.properties().stream()
                        .allMatch(text -> ContentNames.isLocale(text.getKey())
                                && (text.getValue().isString()
                                        || text.getValue().isNull()));
    }

    Draft<Vocabulary> over(Snapshot snapshot) {
        if (snapshot.vocabularyUnreadable()) {
            throw Failure.unprocessable(
                    "The stored vocabulary.json cannot be read and is not overwritten; repair it first.");
        }
        Vocabulary merged = snapshot.vocabulary().orElseGet(Vocabulary::empty).merged(terms);
        ChangeSet changes = ChangeSet.builder()
                .put(snapshot.paths().vocabulary(), merged.bytes())
                .build();
        Operation operation = new Operation(author.toolOr("vocabulary"), "", "", List.of());
        return new Draft.Write<>(changes, "cms: update vocabulary", operation, merged);
    }
}
