package cms.githost;

import cms.git.Authorship;
import java.time.Instant;

/** Who the service is in the history of a repository; people stand beside it as co-authors (reference 2.6). */
public final class Bot {
    public static final String NAME = "cms";
    public static final String EMAIL = "cms[bot]@users.noreply.invalid";

    private Bot() {}

    public static Authorship at(Instant time) {
        return new Authorship(NAME, EMAIL, time);
    }
}
