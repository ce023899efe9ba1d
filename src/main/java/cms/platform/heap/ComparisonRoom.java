package cms.platform.heap;

import java.util.function.Function;

/**
 * Memory for one answer that shows differences between versions of files: the parsed versions, and the values that the
 * answer keeps. All of it is in one {@link Reservation}, so that concurrent answers wait for each other. Used by one
 * thread.
 */
public final class ComparisonRoom {
    /** Most characters of values in one answer, which waits in memory for its client. */
    public static final long CHARACTERS_MAX = 8L << 20;

    private static final Runnable NOTHING = () -> {};

    private final Reservation reservation;
    private final long bytesMax = HeapShare.ANSWER.bytes();
    private long bytes;
    private long characters;

    private ComparisonRoom(Reservation reservation) {
        this.reservation = reservation;
    }

    /**
     * Makes an answer with room that is reserved for a workspace, and renders it. The room is free again when it is
     * rendered: what counted until nobody can reach it would keep others out until garbage is collected.
     *
     * @param making may be called several times, and must hold no lock when it returns
     * @param rendering makes of the answer what takes little room, or is counted elsewhere, as bytes that are sent
     * @throws cms.platform.failure.Failure UNAVAILABLE when there is no room in time
     */
    public static <T, R> R answer(
            String workspaceId, Function<ComparisonRoom, T> making, Function<? super T, R> rendering) {
        return Reservations.OF_PROCESS.read(
                new Reservations.Reader(workspaceId, NOTHING),
                reservation -> rendering.apply(making.apply(new ComparisonRoom(reservation))));
    }

    /** Whether an answer that keeps nothing else has room for so many bytes. */
    public boolean isEnoughFor(long more) {
        return more <= bytesMax;
    }

    /**
     * Takes bytes of the heap; false, with nothing taken, where the answer has no room for them.
     *
     * @throws RoomNeeded when they are not reserved; the answer is then made again
     */
    public boolean take(long more) {
        if (bytes + more > bytesMax) {
            return false;
        }
        reservation.expect(more);
        bytes += more;
        return true;
    }

    /** Takes bytes of the heap for a value that the answer shows with so many characters; as {@link #take(long)}. */
    public boolean take(long more, long shown) {
        boolean fits = characters + shown <= CHARACTERS_MAX && take(more);
        characters += fits ? shown : 0;
        return fits;
    }

    /** Gives back bytes that the answer does not keep. */
    public void giveBack(long fewer) {
        reservation.failed(fewer);
        bytes -= fewer;
    }

    /** Bytes that are taken now. */
    public long bytes() {
        return bytes;
    }
}
