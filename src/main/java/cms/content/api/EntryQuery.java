package cms.content.api;

import cms.format.EntryStatus;
import cms.platform.failure.Failure;
import java.util.List;
import java.util.Optional;

/**
 * A query for entries of a model; an empty parameter does not narrow it.
 *
 * @param at a branch or commit of the project; empty for the newest content
 * @param locale empty for {@code en}, as requests mean it; programs ask for the default one by name
 * @param search a text that one of the values must hold, in any case
 * @param fields the members that are shown
 * @param cursor {@link EntryPage#next} of the page before
 * @param limit from 1 to 100 entries
 */
public record EntryQuery(
        Optional<String> at,
        String modelId,
        Optional<String> locale,
        List<String> ids,
        Optional<String> search,
        Optional<EntryStatus> status,
        List<String> fields,
        Optional<String> cursor,
        int limit) {
    public static final int LIMIT_MAX = 100;
    private static final int SEARCH_CHARS_MAX = 200;

    /** @throws Failure INVALID for a limit or a search out of bounds */
    public EntryQuery {
        ids = List.copyOf(ids);
        fields = List.copyOf(fields);
        if (limit < 1 || limit > LIMIT_MAX) {
            throw Failure.invalid("`limit` must be a whole number from 1 to " + LIMIT_MAX + ".");
        }
        if (search.filter(text -> text.length() > SEARCH_CHARS_MAX).isPresent()) {
            throw Failure.invalid("`search` may have at most " + SEARCH_CHARS_MAX + " characters.");
        }
    }

    /** A query for the first entries of a model in the newest content. */
    public static EntryQuery of(String modelId, Optional<String> locale, int limit) {
        return byIds(Optional.empty(), modelId, locale, List.of(), limit);
    }

    /** A query for one entry; of a singleton or dictionary it finds the content, whatever the id. */
    public static EntryQuery one(Optional<String> at, String modelId, Optional<String> locale, String id) {
        return byIds(at, modelId, locale, List.of(id), 1);
    }

    /** A query for entries by their ids, with all of their members; without ids for the first ones of the model. */
    public static EntryQuery byIds(
            Optional<String> at, String modelId, Optional<String> locale, List<String> ids, int limit) {
        return new EntryQuery(
                at, modelId, locale, ids, Optional.empty(), Optional.empty(), List.of(), Optional.empty(), limit);
    }
}
