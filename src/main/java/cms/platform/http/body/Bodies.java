package cms.platform.http.body;

import cms.platform.heap.HeapShare;
import cms.platform.http.edge.Admission;
import cms.platform.http.edge.LargeAnswer;
import cms.platform.limits.Networks;
import cms.platform.scratch.Scratch;
import jakarta.servlet.http.HttpServletRequest;

/** Limits the memory and disk that the bodies and the waiting answers of all requests take together. */
public final class Bodies {
    private static final long DISK_BYTES_MAX = 64L * 1024 * 1024 * 1024;

    /** Unknown callers whose clients are waited for take as much as a fourth of the bodies, beside these. */
    private static final int UNKNOWN_PARTS = 4;

    /** Answers take a fourth of the memory of bodies at most: a client may read for hours, and others go on sending. */
    private static final int ANSWER_PARTS = 4;

    private final Shares memory;
    private final Shares answers;
    private final LargeAnswer.Sending sending = new LargeAnswer.Sending();
    private final Shares disk = new Shares(DISK_BYTES_MAX);
    private final Scratch scratch;
    private final BodyTimeouts timeouts;
    private final WaitedFor waitedFor;

    public Bodies(Scratch scratch) {
        this(scratch, BodyTimeouts.STANDARD, HeapShare.BODIES.bytes());
    }

    Bodies(Scratch scratch, BodyTimeouts timeouts, long memoryBytesMax) {
        this.scratch = scratch;
        this.timeouts = timeouts;
        this.memory = new Shares(memoryBytesMax);
        this.answers = new Shares(memoryBytesMax / ANSWER_PARTS);
        this.waitedFor = new WaitedFor((int) (memoryBytesMax / UNKNOWN_PARTS / RequestBody.WAITING_BYTES));
    }

    /**
     * The body of one request, not yet read.
     *
     * @param address of the client, for which body and answer count until its caller is known
     * @param permit released while the client is waited for
     */
    public RequestBody of(HttpServletRequest raw, String address, Admission.Permit permit) {
        RequestShares room = new RequestShares(memory.of(address), disk.of(address), scratch);
        AnswerRoom answer = new AnswerRoom(room, answers.of(address), sending, Networks.of(address));
        return new RequestBody(raw, room, answer, timeouts, waitedFor.client(address, permit));
    }
}
