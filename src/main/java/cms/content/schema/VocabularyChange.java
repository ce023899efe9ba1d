package cms.content.schema;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.content.api.VocabularyRequest;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.format.Vocabulary;
import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Terms to merge into vocabulary.json, by term and locale (spec 4.6, reference 3.2). */
final class VocabularyChange {
    private final VocabularyRequest request;
    private final Author author;
    private final AllowedLocales locales;

    VocabularyChange(VocabularyRequest request, Call call) {
        this.request = request;
        this.author = call.author();
        this.locales = call.place().locales();
    }

    Draft<Vocabulary> over(Snapshot snapshot) {
        if (snapshot.vocabularyUnreadable()) {
            throw Failure.unprocessable(
                    "The stored vocabulary.json cannot be read and is not overwritten; repair it first.");
        }
        Vocabulary stored = snapshot.vocabulary().orElseGet(Vocabulary::empty);
        Vocabulary merged = stored.merged(request.terms());
        requireLocales(stored.terms(), merged.terms());
        ChangeSet changes = ChangeSet.builder()
                .put(snapshot.paths().vocabulary(), merged.bytes())
                .build();
        Operation operation = new Operation(Operation.Kind.SETTINGS, author.toolOr("vocabulary"), "", "", List.of());
        return new Draft.Write<>(changes, "cms: update vocabulary", operation, merged);
    }

    /**
     * Fails with FORBIDDEN where a text changes in a locale that the caller's role does not cover; a removed term loses
     * its texts in every locale.
     */
    private void requireLocales(ObjectNode before, ObjectNode after) {
        Set<String> terms = new TreeSet<>(before.propertyNames());
        terms.addAll(after.propertyNames());
        for (String term : terms) {
            JsonNode old = before.path(term);
            JsonNode now = after.path(term);
            Set<String> named = new TreeSet<>(old.propertyNames());
            named.addAll(now.propertyNames());
            named.stream()
                    .filter(locale -> !old.path(locale).equals(now.path(locale)))
                    .forEach(locales::require);
        }
    }
}
