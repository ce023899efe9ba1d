package cms.format;

import java.util.Locale;
import java.util.Optional;

/** The states of an entry (spec 2.8). */
public enum EntryStatus {
    DRAFT,
    IN_REVIEW,
    PUBLISHED,
    REJECTED,
    ARCHIVED;

    /** The word in {@code status} of a meta file. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<EntryStatus> of(String wireName) {
        for (EntryStatus status : values()) {
            if (status.wireName().equals(wireName)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }
}
