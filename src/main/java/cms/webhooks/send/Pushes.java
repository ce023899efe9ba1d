package cms.webhooks.send;

/** Knows what a push changed. */
@FunctionalInterface
public interface Pushes {
    /**
     * The body of an event with the models that a push changed.
     *
     * @param body the event without them
     * @param commits {@code <before> <after>}; before may be empty
     */
    String compose(String body, String commits);
}
