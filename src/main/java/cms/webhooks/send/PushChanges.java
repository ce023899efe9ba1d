package cms.webhooks.send;

/** Knows what a push changed. */
@FunctionalInterface
public interface PushChanges {
    /**
     * The body of an event with the models that a push changed, or a change that has ended.
     *
     * @param body the event without them
     * @param commits {@code <before> <after>} of a push, whose before may be empty, or one commit
     */
    String compose(String body, String commits);
}
