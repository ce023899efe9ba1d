package cms.git.protocol;

import cms.platform.heap.HeapShare;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.transport.ServiceMayNotContinueException;

/**
 * What all fetches may take of the heap together: what they ask for, and each object of the repository, which Git counts
 * before it sends one. A person holds at most half of it, or one fetch; a fetch that finds no room waits for a while.
 * Fetches that take little have a fifth as much again for themselves, so that large ones keep none of them out.
 *
 * @param bytesMax the most that one request can take
 * @param waitNanosMax shorter than what a proxy waits for an answer, so that the sentence comes through
 */
record FetchRoom(long bytesMax, long waitNanosMax) implements HeapRoom.Rule<ServiceMayNotContinueException> {
    private static final FetchRoom RULE =
            new FetchRoom(HeapShare.FETCHES.bytes() / 6 * 5, TimeUnit.SECONDS.toNanos(50));

    /** The room of this process. */
    static final HeapRoom<ServiceMayNotContinueException> OF_PROCESS = new HeapRoom<>(HeapShare.FETCHES, RULE);

    /** What JGit keeps of an object: that it was met, and where it stands in the pack that is sent. */
    private static final long OBJECT_BYTES = 200;

    /** Of a fetch that large ones do not keep out. */
    private static final long LITTLE_BYTES = 2 << 20;

    /** What they take where content, packs and large fetches have all of the room, as such a part: a hundredth of the heap. */
    private static final int LITTLE_BEYOND_PARTS = 20;

    /** What fetches that take little have for themselves, as a part of what all may take. */
    private static final int LITTLE_PARTS = 5;

    /** Git shows the sentence of an answer with this status alone. */
    private static final int SHOWN_STATUS = 200;

    /** The most objects that a repository may have, so that all of it can be sent with little. */
    static long objectsMax() {
        return (RULE.bytesMax - LITTLE_BYTES) / OBJECT_BYTES;
    }

    /**
     * What a fetch is counted with, never more than leaves a third to others: what is stored can be fetched, if need be by
     * nobody else with much at the same time.
     *
     * @param beside what it takes beside the objects
     */
    static long counted(long objects, long beside) {
        return Math.min(RULE.bytesMax / 3 * 2, objects * OBJECT_BYTES + beside);
    }

    /** A refusal whose sentence the client shows. */
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

    /** Beside content and large fetches that hold all of their room, some that take little are sent. */
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
