package cms.platform.door;

import java.nio.ByteBuffer;

/** An end of a connection that gives bytes twice: whoever looked at them puts them back for the next reader. */
public interface SecondLook {
    /** The next {@code fill} gives exactly these bytes, without asking the network; called just before it. */
    void putBack(ByteBuffer bytes);
}
