package cms.delivery;

import java.time.Instant;
import java.util.Locale;

/** A build that has begun. */
record Build(String id, String projectId, Trigger trigger, String branch, String commitSha, Instant startedAt) {
    /** Why a build runs; the words are those of reference 5.4. */
    enum Trigger {
        /** Content landed here, delivery was switched on, or the time of an entry came. */
        AUTOMATIC("api"),
        /** A push to the repository, of which a Git host tells by its webhook. */
        PUSHED("webhook"),
        /** A person asked for it; everything is built anew. */
        MANUAL("manual");

        private final String wireName;

        Trigger(String wireName) {
            this.wireName = wireName;
        }

        String wireName() {
            return wireName;
        }

        boolean isManual() {
            return this == MANUAL;
        }
    }

    /** The state of a build (reference 5.4). */
    enum Status {
        BUILDING,
        COMPLETED,
        FAILED;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
