package cms.platform.heap;

/** A reading of content needs more of the heap than it has reserved; it starts again when that is there. */
public final class RoomNeeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient long bytes;
    private final transient boolean fromNothing;

    RoomNeeded(long bytes, boolean fromNothing) {
        super("a reading of content needs %,d bytes of heap".formatted(bytes), null, false, false);
        this.bytes = bytes;
        this.fromNothing = fromNothing;
    }

    /** In all, with what it had. */
    long bytes() {
        return bytes;
    }

    /** Whether it is done one file after the other from now on, and without what was read earlier. */
    boolean isFromNothing() {
        return fromNothing;
    }
}
