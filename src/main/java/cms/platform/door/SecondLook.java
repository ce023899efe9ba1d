package cms.platform.door;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An endpoint whose bytes can be put back: a reader that has looked at them leaves them to the next one. */
public interface SecondLook {
    /** Makes the next {@code fill} return exactly these bytes, without asking the network; called just before it. */
    void putBack(ByteBuffer bytes);

    /**
     * Reads the arrived bytes into an empty buffer, whose position tells their number; negative at the end of the
     * stream.
     *
     * <p>A first look needs only the bytes and their time, which is taken once.
     */
    int read(ByteBuffer empty) throws IOException;

    /** Time of the last read, by the clock of the connections. */
    long receivedNanos();
}
