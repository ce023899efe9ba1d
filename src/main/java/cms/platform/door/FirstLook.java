package cms.platform.door;

/** A connection that may answer on the thread that hears of its bytes, before anybody is sent for them. */
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

    /** Reads what has come; called by the thread of the selector. */
    Outcome look();
}
