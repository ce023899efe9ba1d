package cms.githost;

import cms.git.Authorship;
import java.time.Instant;

/** The identity of the service in the history of repositories; people are co-authors of its commits (reference 2.6). */
public final class Bot {
    public static final String NAME = "cms";
    public static final String EMAIL = "cms[bot]@users.noreply.invalid";

    private Bot() {}

    public static Authorship at(Instant time) {
        return new Authorship(NAME, EMAIL, time);
    }
}
