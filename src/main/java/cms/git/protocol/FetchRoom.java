package cms.git.protocol;

import cms.platform.heap.HeapShare;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.transport.ServiceMayNotContinueException;

/**
 * The share of the heap that all fetches may take together: their requests, and each object of the repository, which
 * Git counts before it sends one. One person holds at most half of it, or one fetch; a fetch that finds no room waits
 * for a while. Small fetches have an additional fifth of it for themselves, so that large ones keep none of them out.
 *
 * @param bytesMax most bytes that one request can take
 * @param waitNanosMax longest wait for room; shorter than a proxy's timeout, so that the client receives the refusal
 */
record FetchRoom(long bytesMax, long waitNanosMax) implements HeapRoom.Rule<ServiceMayNotContinueException> {
    private static final FetchRoom RULE =
            new FetchRoom(HeapShare.FETCHES.bytes() / 6 * 5, TimeUnit.SECONDS.toNanos(50));

    /** The room of this process. */
    static final HeapRoom<ServiceMayNotContinueException> OF_PROCESS = new HeapRoom<>(HeapShare.FETCHES, RULE);

    /** Memory that JGit keeps of one object: that it was visited, and its position in the pack that is sent. */
    private static final long OBJECT_BYTES = 200;

    /** Most bytes of a small fetch, which large ones do not keep out. */
    private static final long LITTLE_BYTES = 2 << 20;

    /**
     * Divisor of the room that small fetches get on top where content, packs and large fetches have taken all: a
     * hundredth of the heap.
     */
    private static final int LITTLE_BEYOND_PARTS = 20;

    /** Divisor of the room that small fetches have for themselves. */
    private static final int LITTLE_PARTS = 5;

    /** Status of a refusal; Git shows the message of an answer with this status only. */
    private static final int SHOWN_STATUS = 200;

    /** The most objects that a repository may have, so that a small request can still clone all of it. */
    static long objectsMax() {
        return (RULE.bytesMax - LITTLE_BYTES) / OBJECT_BYTES;
    }

    /**
     * Bytes that a fetch is counted with, at most two thirds of the room: whatever is stored can be fetched, and a
     * third is left to others.
     *
     * @param beside bytes that it takes beside the objects
     */
    static long counted(long objects, long beside) {
        return Math.min(RULE.bytesMax / 3 * 2, objects * OBJECT_BYTES + beside);
    }

    /** A refusal whose sentence the Git client shows. */
    static ServiceMayNotContinueException refusal(String sentence) {
        return new ServiceMayNotContinueException(sentence, SHOWN_STATUS);
    }

    @Override
    public boolean fits(HeapRoom.Asked asked) {
        long all = asked.others() + asked.bytes();
        if (asked.bytes() <= LITTLE_BYTES) {
            return all <= bytesMax + bytesMax / LITTLE_PARTS;
        }
        return all <= bytesMax && (asked.owners() == 0 || asked.owners() + asked.bytes() <= bytesMax / 2);
    }

    /** Lets some small fetches run even where content and large fetches hold the whole room. */
    @Override
    public long beyond(long bytes) {
        return bytes <= LITTLE_BYTES ? bytesMax / LITTLE_BEYOND_PARTS : 0;
    }

    @Override
    public long waitNanos(HeapRoom.Asked asked) {
        return waitNanosMax;
    }

    @Override
    public ServiceMayNotContinueException tooLarge(long bytes) {
        return refusal("Sending this takes " + (bytes >> 20) + " MiB of memory, and there are " + (bytesMax >> 20)
                + "; ask for less at a time.");
    }

    @Override
    public ServiceMayNotContinueException taken() {
        return refusal("Other large fetches are being sent; fetch again in a minute.");
    }

    @Override
    public ServiceMayNotContinueException stopping() {
        return refusal("The service is stopping; fetch again.");
    }
}
