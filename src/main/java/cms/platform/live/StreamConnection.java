package cms.platform.live;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The connection below one stream. No method waits for the network. */
public interface StreamConnection {
    /** Begins to send; {@code done} is told once, with null when the bytes are out. One write at a time. */
    void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done);

    /** Ends the answer as it should end; never called while a write is under way. */
    void finish();

    /** Tears the connection down, whatever it is doing. */
    void cut();
}
