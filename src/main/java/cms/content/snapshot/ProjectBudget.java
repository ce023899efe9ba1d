package cms.content.snapshot;

import cms.format.ContentFile;
import cms.platform.compute.Cancellation;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the content of one project may take of the heap together. Files beyond it cannot be read, like broken ones, so
 * that no project takes the memory of the others.
 */
final class ProjectBudget {
    /** Of the heap: the next snapshot is made while the one before is still there. */
    private static final int HEAP_SHARE = 6;

    static final long BYTES_MAX = Runtime.getRuntime().maxMemory() / HEAP_SHARE;

    private final Cancellation cancellation = Cancellation.current();
    private final AtomicLong bytes = new AtomicLong();
    private final long bytesMax;

    ProjectBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Takes what is there anyway. */
    void charge(long more) {
        bytes.addAndGet(more);
    }

    /**
     * What is said of the file, or that there is no room for it.
     *
     * @throws java.util.concurrent.CancellationException when nobody waits for the result any more
     */
    ContentFile admit(String path, ParsedFiles.Parsed parsed) {
        cancellation.check();
        boolean tooMuch = bytes.addAndGet(parsed.heldBytes()) > bytesMax;
        return tooMuch
                ? new ContentFile.Unreadable(
                        path,
                        0,
                        "The content of the project takes more than %,d MB of memory; there is no room for this file."
                                .formatted(Math.max(1, bytesMax >> 20)))
                : parsed.file();
    }

    boolean exceeded() {
        return bytes.get() > bytesMax;
    }
}
