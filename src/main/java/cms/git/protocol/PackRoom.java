package cms.git.protocol;

import cms.platform.heap.HeapShare;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.errors.CorruptObjectException;

/**
 * The share of the heap that all packs being received may take together while their objects are made from deltas. A
 * small pack never waits; one that finds no room waits for others for a while, but not for another pack of the same
 * owner.
 *
 * @param bytesMax most bytes that one pack can take
 */
record PackRoom(long bytesMax, long waitNanosMax) implements HeapRoom.Rule<CorruptObjectException> {
    /** The room of this process; its owners are the owners of repositories. */
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
