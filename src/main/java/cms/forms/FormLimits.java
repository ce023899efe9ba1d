package cms.forms;

import java.time.Duration;

/** The limits of this room, with their units. */
final class FormLimits {
    static final long BODY_BYTES_MAX = 128L * 1024;

    /** Most values of a submission: texts, numbers, literals, objects and lists together. */
    static final int VALUES_MAX = 2_000;

    /** Most values of the submissions that are approved together; older ones may have more than is taken now. */
    static final int APPROVED_VALUES_MAX = 200_000;

    /** Data of submissions that is in memory at a time while many are read. */
    static final long SLICE_BYTES = 1024 * 1024;

    static final int RATE_MIN = 1;
    static final int RATE_MAX = 600;
    static final int BULK_MAX = 50;
    static final int PAGE_ROWS = 20;
    static final int PAGE_ROWS_MAX = 100;
    static final int EXPORT_ROWS = 500;
    static final int PAGE_MAX = 1_000_000;

    /** How long an {@code Idempotency-Key} is remembered. */
    static final Duration REPEATS = Duration.ofHours(24);

    /** Time within which a submission with the same texts as another is spam. */
    static final Duration SAME_TEXT = Duration.ofHours(1);

    /** Shorter texts never count as the same: two people may well ask for the catalogue in the same words. */
    static final int SAME_TEXT_CHARS_MIN = 80;

    /** Most spam rows of a form; the oldest are removed first. */
    static final int SPAM_MAX = 1_000;

    static final Duration SPAM_KEPT = Duration.ofDays(30);

    /** How long an approval holds its rows; after a crash another may claim them then. */
    static final Duration DECIDING = Duration.ofMinutes(1);

    static final Duration DIGEST_AFTER = Duration.ofMinutes(5);
    static final int DIGESTS_AT_ONCE = 50;
    static final int DIGEST_ROWS_MAX = 20;
    static final int DIGEST_VALUE_CHARS_MAX = 200;
    static final int HEADER_CHARS_MAX = 500;
    static final int FIELD_VALUES_MAX = 100;

    private FormLimits() {}
}
