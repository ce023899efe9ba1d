package cms.review;

import cms.format.ContextFile;
import cms.review.history.ParsedTrailers;
import cms.review.history.TrailerLines;
import cms.review.history.Trailers;
import java.time.Instant;
import java.util.List;

/**
 * What a change did, as context.json remembers it (spec 2.9, reference 2.7).
 *
 * @param tool {@code save_content}, {@code update_status}, {@code save_model}, ... or the remote tool's name
 * @param model the model's id, empty when none is meant
 * @param locale the locale, empty when none is meant
 * @param entries the entries of a collection or slugs of documents; empty for everything else
 */
public record Operation(String tool, String model, String locale, List<String> entries) {
    public Operation {
        entries = List.copyOf(entries);
    }

    /** What the trailers of a commit say; a commit from outside has none, and gets the name of the tool given. */
    static Operation of(ParsedTrailers trailers, String otherwise) {
        return trailers.action()
                .map(action -> new Operation(action.tool(), action.model(), action.locale(), action.entries()))
                .orElseGet(() -> new Operation(otherwise, "", "", List.of()));
    }

    TrailerLines addTo(TrailerLines lines) {
        return Trailers.addAction(lines, new Trailers.Action(tool, model, locale, entries));
    }

    /** The same as it stands in context.json. */
    ContextFile.Operation at(Instant now, ContextFile.Client client) {
        return new ContextFile.Operation(tool, model, locale, entries, now, client);
    }
}
