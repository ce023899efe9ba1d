package cms.activity;

import java.util.Optional;

/**
 * The position of a listener: the id of an event, from which a client resumes.
 *
 * @param commits the position in the events of review
 * @param build the last build that ended; empty text for none
 * @param assets how many times the assets of the project have changed
 */
record EventPlace(String commits, String build, long assets) {
    private static final String BETWEEN = "~";

    static Optional<EventPlace> parse(String id) {
        if (!id.matches("[0-9a-f.]+~[0-9a-fA-F-]*~[0-9]{1,18}")) {
            return Optional.empty();
        }
        String[] parted = id.split(BETWEEN);
        return Optional.of(new EventPlace(parted[0], parted[1], Long.parseLong(parted[2])));
    }

    EventPlace withAssets(long changes) {
        return new EventPlace(commits, build, changes);
    }

    String id() {
        return commits + BETWEEN + build + BETWEEN + assets;
    }
}
