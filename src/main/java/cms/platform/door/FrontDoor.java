package cms.platform.door;

/**
 * Answers requests below a path prefix on the thread that read them from the socket, before any route.
 *
 * <p>It answers from memory or returns false at once: it uses no database, no disk, and no lock that is held for long.
 * Every request that it leaves goes to a virtual thread and on to the routes.
 */
public interface FrontDoor {
    /** Prefix of the paths that it is asked about: plain ASCII letters, digits and slashes. */
    String prefix();

    /** True when {@code reply} has been ended; false when nothing was written to it. */
    boolean answer(RequestHead head, DoorReply reply);
}
