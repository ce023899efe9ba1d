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
 * Receives a push into a {@link Quarantine} until it is accepted. When its pack is refused, JGit has already put the
 * reason into the answer, so the exception is only logged.
 */
public final class Receiver extends ReceivePack {
    private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

    private final Quarantine quarantine;
    private final Capacity capacity;

    /** @param capacity how much the repository may still take in */
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

    /** The quarantine with the objects of this push. */
    public Quarantine quarantine() {
        return quarantine;
    }

    /**
     * Called when at least one ref of the push is accepted: moves its pack into the repository, durably; a second call
     * does nothing.
     */
    public void accept(DiskRepository repository) throws IOException {
        LargestDifference.note(repository.jgit().getDirectory().toPath(), LargestDifference.of(quarantine.folder()));
        quarantine.release(repository);
    }
}
