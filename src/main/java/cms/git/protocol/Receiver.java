package cms.git.protocol;

import cms.git.disk.DiskRepository;
import cms.git.disk.Quarantine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.PackProtocolException;
import org.eclipse.jgit.errors.UnpackException;
import org.eclipse.jgit.transport.ReceivePack;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives a push, apart from the repository until it is accepted. When its pack is refused the client was told already:
 * what was said must only be sent.
 */
public final class Receiver extends ReceivePack {
    private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

    private final Quarantine quarantine;
    private final Capacity capacity;

    /** @param capacity what the repository may still take in */
    public Receiver(Quarantine quarantine, Capacity capacity) {
        super(quarantine.jgit());
        this.quarantine = quarantine;
        this.capacity = capacity;
    }

    @Override
    public void receiveWithExceptionPropagation(InputStream in, OutputStream out, @Nullable OutputStream messages)
            throws IOException {
        try (quarantine) {
            quarantine.open();
            receiveInto(in, out, messages);
        }
    }

    private void receiveInto(InputStream in, OutputStream out, @Nullable OutputStream messages) throws IOException {
        try (BoundedPack bounded = BoundedPack.afterCommands(in, quarantine.jgit(), quarantine.folder(), capacity)) {
            super.receiveWithExceptionPropagation(bounded, out, messages);
        } catch (UnpackException | PackProtocolException | CorruptObjectException refused) {
            LOG.info(
                    "a push was refused: {}",
                    String.valueOf(refused.getCause() == null ? refused : refused.getCause()));
        }
    }

    /** What has come and is not accepted yet. */
    public Quarantine quarantine() {
        return quarantine;
    }

    /** Something of the push is accepted: its pack becomes one of the repository, durably; again means nothing. */
    public void accept(DiskRepository repository) throws IOException {
        LargestDifference.note(repository.jgit().getDirectory().toPath(), LargestDifference.of(quarantine.folder()));
        quarantine.release(repository);
    }
}
