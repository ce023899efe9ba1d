package cms.platform.door;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An end of a connection that gives bytes twice: a reader that has looked at them puts them back for the next one. */
public interface SecondLook {
    /** The next {@code fill} gives exactly these bytes, without asking the network; called just before it. */
    void putBack(ByteBuffer bytes);

    /**
     * Reads what has come into an empty buffer, whose position tells how much; less than none at the end.
     *
     * <p>A reader that looks needs only the bytes and when they came, which is asked for once.
     */
    int read(ByteBuffer empty) throws IOException;

    /** When somebody has last read, of the clock of the connections. */
    long receivedNanos();
}
