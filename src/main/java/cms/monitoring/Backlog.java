package cms.monitoring;

/**
 * The rows of a queue that are due.
 *
 * @param waiting how many rows could be worked on now
 * @param ageSeconds how long the oldest has been waiting, 0 when there is none
 */
record Backlog(long waiting, double ageSeconds) {
    static final Backlog UNKNOWN = new Backlog(-1, Double.NaN);

    /** {@code NaN} while it is not known. */
    double count() {
        return this == UNKNOWN ? Double.NaN : waiting;
    }
}
