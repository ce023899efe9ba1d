package cms.content.snapshot;

import cms.format.ContentFile;
import cms.platform.compute.Cancellation;
import cms.platform.heap.HeapShare;
import cms.platform.heap.Reading;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * What the content of one project may take of the heap together. Files beyond it cannot be read, like broken ones, so
 * that no project takes the memory of the others. What is read is held in the room of all readings while it is.
 */
final class ProjectBudget {
    static final long BYTES_MAX = HeapShare.PROJECT.bytes();

    private final Cancellation cancellation = Cancellation.current();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong inHand = new AtomicLong();
    private final Reading room;
    private final long bytesMax;
    private final long inHandMax;
    private volatile boolean exceeded;

    /** Files that are parsed side by side take more together than there is room for; then one goes after the other. */
    private static final class TooMuchAtOnce extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooMuchAtOnce() {
            super(null, null, false, false);
        }
    }

    /** @param room given back by whoever keeps what was read */
    ProjectBudget(long bytesMax, Reading room) {
        this.bytesMax = bytesMax;
        this.inHandMax = bytesMax + HeapShare.TEXT.bytes() + BYTES_MAX / 100;
        this.room = room;
    }

    /** Takes what is there anyway. */
    void charge(long more) {
        if (bytes.addAndGet(more) > bytesMax) {
            exceeded = true;
        }
    }

    /**
     * What was read of a file, or that there is no room for it.
     *
     * @param reading is charged while it reads
     * @throws java.util.concurrent.CancellationException when nobody waits for the result any more
     */
    ParsedFiles.Parsed admit(String path, Function<LongConsumer, ParsedFiles.Parsed> reading) {
        cancellation.check();
        if (exceeded) {
            return withoutRoom(path);
        }
        try {
            ParsedFiles.Parsed parsed = reading.apply(this::hold);
            charge(parsed.heldBytes());
            if (!exceeded) {
                return parsed;
            }
            hold(-parsed.heldBytes());
        } catch (TooMuchAtOnce sideBySide) {
            exceeded = true;
        }
        return withoutRoom(path);
    }

    private void hold(long more) {
        if (inHand.addAndGet(more) > inHandMax) {
            throw new TooMuchAtOnce();
        }
        room.hold(more);
    }

    private ParsedFiles.Parsed withoutRoom(String path) {
        return new ParsedFiles.Parsed(
                new ContentFile.Unreadable(
                        path,
                        0,
                        "The content of the project takes more than %,d MB of memory; there is no room for this file."
                                .formatted(Math.max(1, bytesMax >> 20))),
                0,
                0);
    }

    boolean exceeded() {
        return exceeded;
    }
}
