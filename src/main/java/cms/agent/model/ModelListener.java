package cms.agent.model;

/** Hears what arrives before a reply is whole. */
public interface ModelListener {
    void text(String delta);

    /** A call has begun; its arguments are not there yet. */
    void call(String id, String name);
}
