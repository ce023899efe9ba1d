package cms.content.schema;

import cms.access.Author;
import cms.content.api.VocabularyRequest;
import cms.content.snapshot.Snapshot;
import cms.format.Vocabulary;
import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;

/** Terms to merge into vocabulary.json, by term and locale (spec 4.6, reference 3.2). */
final class VocabularyChange {
    private final VocabularyRequest request;
    private final Author author;

    VocabularyChange(VocabularyRequest request, Author author) {
        this.request = request;
        this.author = author;
    }

    Draft<Vocabulary> over(Snapshot snapshot) {
        if (snapshot.vocabularyUnreadable()) {
            throw Failure.unprocessable(
                    "The stored vocabulary.json cannot be read and is not overwritten; repair it first.");
        }
        Vocabulary merged = snapshot.vocabulary().orElseGet(Vocabulary::empty).merged(request.terms());
        ChangeSet changes = ChangeSet.builder()
                .put(snapshot.paths().vocabulary(), merged.bytes())
                .build();
        Operation operation = new Operation(author.toolOr("vocabulary"), "", "", List.of());
        return new Draft.Write<>(changes, "cms: update vocabulary", operation, merged);
    }
}
