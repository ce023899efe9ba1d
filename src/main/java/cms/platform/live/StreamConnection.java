package cms.platform.live;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The connection of one stream. No method waits for the network. */
public interface StreamConnection {
    /** Starts sending; {@code done} is called once, with null when the bytes were sent. One write at a time. */
    void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done);

    /** Ends the answer regularly; never called during a write. */
    void finish();

    /** Closes the connection at once, whatever it is doing. */
    void cut();
}
