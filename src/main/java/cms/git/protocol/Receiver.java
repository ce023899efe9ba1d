package cms.git.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.PackProtocolException;
import org.eclipse.jgit.errors.UnpackException;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.ReceivePack;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives a push. When its pack is refused the client was told already: what was said must only be sent. */
public final class Receiver extends ReceivePack {
    private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

    private final Repository into;
    private final Capacity capacity;

    /** @param capacity what the repository may still take in */
    public Receiver(Repository into, Capacity capacity) {
        super(into);
        this.into = into;
        this.capacity = capacity;
    }

    @Override
    public void receiveWithExceptionPropagation(InputStream in, OutputStream out, @Nullable OutputStream messages)
            throws IOException {
        try (BoundedPack bounded = BoundedPack.afterCommands(in, into, capacity)) {
            super.receiveWithExceptionPropagation(bounded, out, messages);
        } catch (UnpackException | PackProtocolException | CorruptObjectException told) {
            LOG.info("a push was refused: {}", String.valueOf(told.getCause() == null ? told : told.getCause()));
        }
    }
}
