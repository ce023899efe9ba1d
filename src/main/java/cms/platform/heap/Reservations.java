package cms.platform.heap;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Gives each reading of content a {@link Reservation}. A reading begins with a small one, which nearly always suffices;
 * one that needs more ends, waits in a queue for all of it while it holds nothing, and begins again. The queue goes in
 * turn by workspace ({@link ReadingLine}). A reading that waits longer than ten seconds, or finds too many waiting, is
 * refused with UNAVAILABLE.
 */
public final class Reservations {
    /** Size of the first reservation, as a divisor of the heap. */
    private static final int LITTLE_PARTS = 128;

    /**
     * Small readings may together exceed the bound by this many small reservations, so that large ones keep none out.
     */
    private static final int LITTLE_BEYOND = 5;

    /** Multiple of the needed bytes that is reserved, or each file would restart the reading. */
    private static final int TIMES_MORE = 4;

    /** The reservations of this process: every reading waits in the same line. */
    public static final Reservations OF_PROCESS = new Reservations(HeapPool.OF_PROCESS);

    private final HeapPool pool;
    private final Duration waitMax;
    private final long little;
    private final long most;
    private final ReadingLine line = new ReadingLine();

    /** Most times that one reading begins. */
    private static final int BEGINNINGS_MAX = 10;

    /**
     * The reader on whose behalf content is read.
     *
     * @param workspaceId the workspace, which may have a bounded number of waiting readings
     * @param letGo drops the content that the reader keeps of earlier readings; run when waiting alone does not help
     */
    public record Reader(String workspaceId, Runnable letGo) {}

    public Reservations(HeapPool pool) {
        this(pool, RoomTimeout.WAIT_MAX);
    }

    /** Reservations from the same pool that never wait, for a caller that holds a lock which others wait for. */
    public Reservations atOnce() {
        return new Reservations(pool, Duration.ZERO);
    }

    Reservations(HeapPool pool, Duration waitMax) {
        this.pool = pool;
        this.waitMax = waitMax;
        this.most = pool.bytes(HeapShare.READING);
        this.little = pool.heapBytes() / LITTLE_PARTS;
    }

    /**
     * Runs a reading with as much room as it needs; {@code reading} may be called several times, and must hold no lock
     * when it returns.
     *
     * @throws Failure UNAVAILABLE when there is no room in time
     */
    public <T> T read(Reader reader, Function<Reservation, T> reading) {
        long until = System.nanoTime() + Math.min(waitMax.toNanos(), RoomTimeout.remainingNanos());
        RoomNeeded needed = new RoomNeeded(little, false);
        for (int begun = 0; begun < BEGINNINGS_MAX; begun++) {
            long upTo = begun == 0 ? little : Math.min(most, TIMES_MORE * needed.bytes());
            long reserved = reserve(reader, needed.bytes(), upTo, until);
            try (Reservation reservation = new Reservation(pool, reserved, needed.isFromNothing())) {
                return reading.apply(reservation);
            } catch (RoomNeeded more) {
                // Beyond the most of one reading there are only files that are read at the same time.
                needed = more.bytes() > most ? new RoomNeeded(most, true) : more;
            }
        }
        throw taken();
    }

    private long reserve(Reader reader, long least, long upTo, long until) {
        long reserved = least <= little || line.isEmpty() ? take(least, upTo) : 0;
        return reserved > 0 ? reserved : waited(reader, least, upTo, until);
    }

    private long take(long least, long upTo) {
        return pool.takeUpTo(HeapShare.CONTENT, least, upTo, least <= little ? LITTLE_BEYOND * little : 0);
    }

    private long waited(Reader reader, long least, long upTo, long until) {
        ReadingLine.Waiting me = line.enter(reader.workspaceId(), least).orElseThrow(Reservations::taken);
        AtomicBoolean letGo = new AtomicBoolean();
        try {
            return ReadingLine.await(until, Reservations::taken, nanosMax -> {
                boolean first = line.isFirst(me);
                if (first) {
                    pool.makeRoom(HeapShare.CONTENT, least);
                }
                long reserved = first || line.mayPass(me, little) ? take(least, upTo) : 0;
                if (reserved > 0 || nanosMax <= 0) {
                    return reserved;
                }
                if (first && isLate(until) && letGo.compareAndSet(false, true)) {
                    reader.letGo().run();
                    pool.collectSoon();
                }
                pool.awaitFreed(nanosMax);
                return 0;
            });
        } finally {
            line.leave(me);
        }
    }

    /** Whether a reading has waited for half of the time that it may. */
    private boolean isLate(long until) {
        return until - System.nanoTime() < waitMax.toNanos() / 2;
    }

    private static Failure taken() {
        return Failure.unavailable("Other large projects are being read; try again in a few seconds.")
                .withRetryAfter(Duration.ofSeconds(5));
    }
}
