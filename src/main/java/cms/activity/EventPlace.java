package cms.activity;

import java.util.Optional;

/**
 * Where a listener stands: the id of an event, from which a client resumes.
 *
 * @param commits the place among the news of review
 * @param build the last build that ended; empty text for none
 */
record EventPlace(String commits, String build) {
    private static final String BETWEEN = "~";

    static Optional<EventPlace> parse(String id) {
        int between = id.indexOf(BETWEEN);
        boolean valid = between > 0 && id.matches("[0-9a-f.]+~[0-9a-fA-F-]*");
        return valid
                ? Optional.of(new EventPlace(id.substring(0, between), id.substring(between + 1)))
                : Optional.empty();
    }

    String id() {
        return commits + BETWEEN + build;
    }
}
