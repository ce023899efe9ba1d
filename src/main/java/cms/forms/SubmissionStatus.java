package cms.forms;

import cms.platform.failure.Failure;
import java.util.Arrays;
import java.util.Locale;

/** The states of a submission (spec 2.14). */
public enum SubmissionStatus {
    PENDING,
    APPROVED,
    REJECTED,
    SPAM;

    /** The word in rows and answers. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws Failure INVALID for any other word */
    public static SubmissionStatus parse(String key) {
        return Arrays.stream(values())
                .filter(status -> status.key().equals(key))
                .findFirst()
                .orElseThrow(() -> Failure.invalid("`status` must be pending, approved, rejected or spam."));
    }

    /**
     * Parses a status that a person may decide on.
     *
     * @throws Failure INVALID for any other word, {@code pending} among them
     */
    static SubmissionStatus decided(String key) {
        return Arrays.stream(values())
                .filter(status -> status != PENDING && status.key().equals(key))
                .findFirst()
                .orElseThrow(() -> Failure.invalid("`status` must be approved, rejected or spam."));
    }
}
