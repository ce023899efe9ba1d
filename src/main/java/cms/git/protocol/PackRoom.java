package cms.git.protocol;

import cms.platform.heap.HeapShare;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.errors.CorruptObjectException;

/**
 * What all packs on their way in may take of the heap together while their objects are made from differences. A pack
 * that takes little is never asked to wait; one that finds no room waits for others for a while, but not for another
 * pack of the same person.
 *
 * @param bytesMax the most that one pack can take
 */
record PackRoom(long bytesMax, long waitNanosMax) implements HeapRoom.Rule<CorruptObjectException> {
    /** The room of this process; a repository owns what its packs take. */
    static final HeapRoom<CorruptObjectException> OF_PROCESS =
            new HeapRoom<>(HeapShare.PACKS, new PackRoom(HeapShare.PACKS.bytes(), TimeUnit.SECONDS.toNanos(30)));

    private static final long LITTLE_BYTES = 1 << 20;

    @Override
    public boolean isFree(long bytes) {
        return bytes <= LITTLE_BYTES;
    }

    @Override
    public boolean fits(HeapRoom.Asked asked) {
        return asked.others() + asked.bytes() <= bytesMax;
    }

    @Override
    public long waitNanos(HeapRoom.Asked asked) {
        return asked.mine() + asked.owners() > 0 ? 0 : waitNanosMax;
    }

    @Override
    public CorruptObjectException tooLarge(long bytes) {
        return new CorruptObjectException("unpacking it takes " + (bytes >> 20) + " MiB of memory, and there are "
                + (bytesMax >> 20) + "; push fewer or smaller files at a time");
    }

    @Override
    public CorruptObjectException taken() {
        return new CorruptObjectException("other large pushes are being unpacked; push again");
    }

    @Override
    public CorruptObjectException stopping() {
        return new CorruptObjectException("the service is stopping; push again");
    }
}
