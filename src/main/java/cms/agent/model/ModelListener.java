package cms.agent.model;

/** Receives the parts of a reply before it is complete. */
public interface ModelListener {
    void text(String delta);

    /** A call has begun; its arguments are not there yet. */
    void call(String id, String name);
}
