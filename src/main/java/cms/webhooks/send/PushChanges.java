package cms.webhooks.send;

/** Finds the changes of a push. */
@FunctionalInterface
public interface PushChanges {
    /**
     * The body of an event with the models that a push or an ended change has changed.
     *
     * @param body the event without them
     * @param commits {@code <before> <after>} of a push, whose before may be empty, or one commit
     */
    String compose(String body, String commits);
}
