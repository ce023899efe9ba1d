package cms.content.snapshot;

import cms.format.ContentFile;
import cms.platform.compute.Cancellation;
import cms.platform.heap.HeapShare;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Limits how many bytes of the heap the content of one project takes. Files beyond the limit count as unreadable, so
 * that no project takes the memory of the others.
 */
final class ProjectBudget {
    static final long BYTES_MAX = HeapShare.PROJECT.bytes();

    private final Cancellation cancellation = Cancellation.current();
    private final AtomicLong bytes = new AtomicLong();
    private final long bytesMax;
    private volatile boolean exceeded;

    ProjectBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Charges content that is in memory already; a negative number takes it off again. */
    void charge(long more) {
        bytes.addAndGet(more);
    }

    /**
     * Reads a file and charges it; an unreadable one where there is no room for it. Once a file had no room, no further
     * ones are read.
     *
     * @throws java.util.concurrent.CancellationException when nobody waits for the result any more
     */
    ParsedFiles.Parsed admit(String path, Supplier<ParsedFiles.Parsed> reading) {
        cancellation.check();
        if (exceeded) {
            return new ParsedFiles.Parsed(withoutRoom(path), 0, 0);
        }
        ParsedFiles.Parsed parsed = reading.get();
        boolean tooMuch = bytes.addAndGet(parsed.heldBytes()) > bytesMax;
        exceeded = exceeded || tooMuch;
        return tooMuch ? new ParsedFiles.Parsed(withoutRoom(path), parsed.sourceBytes(), parsed.heldBytes()) : parsed;
    }

    private ContentFile withoutRoom(String path) {
        return new ContentFile.Unreadable(
                path,
                0,
                "The content of the project takes more than %,d MB of memory; there is no room for this file."
                        .formatted(Math.max(1, bytesMax >> 20)));
    }

    /** Whether there was no room for a file, even if others have become smaller since. */
    boolean exceeded() {
        return exceeded || bytes.get() > bytesMax;
    }
}
