package cms.content.snapshot;

import cms.format.ContentFile;
import cms.platform.compute.Cancellation;
import cms.platform.heap.HeapShare;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What the content of one project may take of the heap together. Files beyond it cannot be read, like broken ones, so
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

    /** Takes what is there anyway. */
    void charge(long more) {
        bytes.addAndGet(more);
    }

    /**
     * What is said of the file, or that there is no room for it; that is not read at all once there was none for another.
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
