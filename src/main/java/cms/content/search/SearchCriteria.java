package cms.content.search;

import cms.platform.failure.Failure;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A search query with its filters and the rights of the caller.
 *
 * @param visible whether the caller may see a model; others are not searched
 * @param spoken whether the caller may see content in a locale
 * @param limit the most results
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
