package cms.monitoring;

/**
 * Work that waits in the rows for somebody to do it.
 *
 * @param waiting how much there is of it that could be done now
 * @param ageSeconds how long the oldest has been waiting, 0 when there is none
 */
record Backlog(long waiting, double ageSeconds) {
    static final Backlog UNKNOWN = new Backlog(-1, Double.NaN);

    /** {@code NaN} while it is not known. */
    double count() {
        return this == UNKNOWN ? Double.NaN : waiting;
    }
}
