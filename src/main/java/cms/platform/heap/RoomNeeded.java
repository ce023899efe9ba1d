package cms.platform.heap;

/** Thrown when a reading of content needs more heap than it has reserved; it starts again when that is available. */
public final class RoomNeeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient long bytes;
    private final transient boolean fromNothing;

    RoomNeeded(long bytes, boolean fromNothing) {
        super(null, null, false, false);
        this.bytes = bytes;
        this.fromNothing = fromNothing;
    }

    /** Formatted when somebody asks: each reading makes one of these, and few are thrown. */
    @Override
    public String getMessage() {
        return "a reading of content needs %,d bytes of heap".formatted(bytes);
    }

    /** Needed bytes in all, including those reserved before. */
    long bytes() {
        return bytes;
    }

    /** Whether the reading must parse one file after the other from now on, without taking over earlier results. */
    boolean isFromNothing() {
        return fromNothing;
    }
}
