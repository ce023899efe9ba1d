package cms.review.submit;

import cms.format.ContextFile;
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

    /** The same as it stands in context.json. */
    public ContextFile.Operation at(Instant now, ContextFile.Client client) {
        return new ContextFile.Operation(tool, model, locale, entries, now, client);
    }
}
