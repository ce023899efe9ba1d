package cms.content.search;

import cms.platform.failure.Failure;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A search, as far as it is not the question itself.
 *
 * @param visible whether a model may be seen; what may not be seen is not found
 * @param spoken whether what is said in a locale may be seen
 * @param limit how many results at most
 */
public record SearchCriteria(
        String question,
        Optional<String> model,
        Optional<String> locale,
        int limit,
        Predicate<String> visible,
        Predicate<String> spoken) {
    public static final int LIMIT_MAX = 100;

    public SearchCriteria {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw Failure.invalid("`limit` must be a whole number from 1 to " + LIMIT_MAX + ".");
        }
    }
}
