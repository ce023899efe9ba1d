package cms.delivery;

import java.util.Locale;

/** How far a build is (reference 5.4). */
enum BuildStatus {
    BUILDING,
    COMPLETED,
    FAILED;

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
