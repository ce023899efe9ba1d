package cms.platform.http.body;

import cms.platform.heap.HeapShare;
import cms.platform.http.edge.Admission;
import cms.platform.scratch.Scratch;
import jakarta.servlet.http.HttpServletRequest;

/** Limits the memory and disk that the bodies of all requests take together. */
public final class Bodies {
    private static final long DISK_BYTES_MAX = 64L * 1024 * 1024 * 1024;

    /** Unknown callers whose clients are waited for take as much as a fourth of the bodies, beside these. */
    private static final int UNKNOWN_PARTS = 4;

    private final Shares memory;
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
        this.waitedFor = new WaitedFor((int) (memoryBytesMax / UNKNOWN_PARTS / RequestBody.WAITING_BYTES));
    }

    /**
     * The body of one request, not yet read.
     *
     * @param address of the client, for which the body counts until its caller is known
     * @param permit released while the client is waited for
     */
    public RequestBody of(HttpServletRequest raw, String address, Admission.Permit permit) {
        return new RequestBody(
                raw, memory.of(address), disk.of(address), scratch, timeouts, waitedFor.client(address, permit));
    }
}
