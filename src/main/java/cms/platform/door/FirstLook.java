package cms.platform.door;

/** A connection that may answer on the selector thread, before its bytes are passed to another thread. */
public interface FirstLook {
    /** The result of a look at the bytes that had arrived. */
    enum Outcome {
        /** The server's reader takes the bytes as usual. */
        LEFT,
        /** Answered; it waits for the next request as before. */
        ANSWERED,
        /** Answered, but the network has not taken all of it; nothing may be read until it has. */
        SENDING
    }

    /** Reads the bytes that have arrived; called by the selector thread. */
    Outcome look();
}
