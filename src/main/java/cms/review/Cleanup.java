package cms.review;

import java.util.List;

/** What a clean-up removed, and how many changes are left. */
record Cleanup(List<String> deleted, int remaining) {
    Cleanup {
        deleted = List.copyOf(deleted);
    }
}
