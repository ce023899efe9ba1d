package cms.monitoring;

/**
 * Something that the instance needs, and how to ask whether it works.
 *
 * @param required whether an instance without it is not ready; work goes on without the others
 * @param probe makes it do a little of its work; throws when it does not
 */
record Part(String name, boolean required, Runnable probe) {
    /** What readiness calls it while it does not work. */
    String wordWhenDown() {
        return required ? "unavailable" : "degraded";
    }
}
