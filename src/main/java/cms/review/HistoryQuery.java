package cms.review;

import cms.platform.failure.Failure;
import java.util.Optional;

/**
 * A query for landings; an empty filter lets all through.
 *
 * @param from the branch or commit with which the page begins, newest first; empty for the last landing
 * @param limit from 1 to 100 landings
 */
public record HistoryQuery(
        Optional<String> from, Optional<String> model, Optional<String> entry, Optional<String> locale, int limit) {
    static final int LIMIT_MAX = 100;

    public HistoryQuery {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw Failure.invalid("`limit` must be a whole number from 1 to " + LIMIT_MAX + ".");
        }
    }
}
