package cms.monitoring;

/**
 * A service or library that the instance needs, and a probe that checks if it works.
 *
 * @param required whether an instance without it is not ready; work goes on without the others
 * @param probe makes it do a little of its work; throws when it fails
 */
record MonitoredPart(String name, boolean required, Runnable probe) {
    /** State of this part in the answer of readiness while it does not work. */
    String wordWhenDown() {
        return required ? "unavailable" : "degraded";
    }
}
