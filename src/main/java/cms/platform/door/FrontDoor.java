package cms.platform.door;

/**
 * Sees every request below a path first, on the thread that read it from the socket.
 *
 * <p>It answers from memory or returns false at once: no database, no disk, no lock that anybody holds for
 * long. Everything it leaves goes to a virtual thread and on to the routes.
 */
public interface FrontDoor {
    /** What the paths of its requests begin with: plain ASCII letters, digits and slashes. */
    String prefix();

    /** True when {@code reply} has been ended; false when nothing was begun in it. */
    boolean answer(RequestHead head, DoorReply reply);
}
