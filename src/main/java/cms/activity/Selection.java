package cms.activity;

import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.util.Optional;

/**
 * A query for a page of the log (spec 4.6).
 *
 * @param page from 1
 * @param limit entries a page, 1 to 100
 * @param action only entries of this action; empty for all
 */
record Selection(int page, int limit, Optional<String> action, boolean newestFirst) {
    private static final int LIMIT = 20;
    private static final int LIMIT_MAX = 100;
    private static final int PAGE_MAX = 1_000_000;

    static Selection parse(Request request) {
        boolean newestFirst = switch (request.query("sort").orElse("newest")) {
            case "newest" -> true;
            case "oldest" -> false;
            default -> throw Failure.invalid("`sort` must be newest or oldest.");
        };
        return new Selection(
                request.number("page", 1, PAGE_MAX),
                request.number("limit", LIMIT, LIMIT_MAX),
                request.query("action"),
                newestFirst);
    }

    long offset() {
        return (page - 1L) * limit;
    }
}
