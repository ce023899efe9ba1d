package cms.content.check;

/** The limits of the checks that the formats do not give, with their units. */
final class CheckLimits {
    /** Findings kept for one entry; a last notice tells that there are more. */
    static final int ENTRY_FINDINGS_MAX = 500;

    /** Steps for one entry: visited values, and states of patterns; tenths of a second at most. */
    static final long ENTRY_STEPS_MAX = 20_000_000;

    /** Steps for all entries of one write: half a second at most. */
    static final long WRITE_STEPS_MAX = 100_000_000;

    /** Items of the health of one project, or of the check of one model, that an answer lists. */
    static final int HEALTH_ITEMS_MAX = 1_000;

    /** Steps for a whole project. */
    static final long PROJECT_STEPS_MAX = 400_000_000;

    /** Characters of a value or name that a message repeats. */
    static final int QUOTED_CHARS_MAX = 60;

    private CheckLimits() {}
}
