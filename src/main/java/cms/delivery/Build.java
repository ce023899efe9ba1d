package cms.delivery;

import java.time.Instant;
import java.util.Locale;

/** A build that has begun. */
record Build(String id, String projectId, Trigger trigger, String branch, String commitSha, Instant startedAt) {
    /** Why a build runs; the words are those of reference 5.4. */
    enum Trigger {
        /** Something landed here, was switched on, or its time came. */
        AUTOMATIC("api"),
        /** Somebody pushed to the repository; a host of repositories tells so by its webhook. */
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

    /** How far a build is (reference 5.4). */
    enum Status {
        BUILDING,
        COMPLETED,
        FAILED;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
