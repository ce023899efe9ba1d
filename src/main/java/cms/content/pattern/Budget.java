package cms.content.pattern;

import cms.platform.compute.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * The work that a check may still do, counted in steps of a few nanoseconds.
 *
 * <p>One budget is shared by everything that one check looks at, so that hostile models and contents cost a bounded
 * time however they spread their tricks. Not for use by several threads.
 */
public final class Budget {
    /** Most ints that all searches of one check may keep at a time, 16 MB. */
    static final long RESERVED_INTS_MAX = 4_000_000;

    /** Steps between two checks for cancellation, as a power of two: some hundred microseconds. */
    private static final int LOOK_SHIFT = 16;

    private final Cancellation cancellation = Cancellation.current();
    private final @Nullable Budget whole;
    private long steps;
    private long reserved;
    private long reservedMost;

    public Budget(long steps) {
        this(steps, null);
    }

    private Budget(long steps, @Nullable Budget whole) {
        this.steps = steps;
        this.whole = whole;
    }

    /** A part of this budget; a step that is spent from it is spent from both. */
    public Budget part(long partSteps) {
        return new Budget(partSteps, this);
    }

    /**
     * Takes steps away; false when there are none left.
     *
     * @throws java.util.concurrent.CancellationException when nobody waits for the result any more
     */
    public boolean spend(long amount) {
        long before = steps;
        steps -= amount;
        if (before >> LOOK_SHIFT != steps >> LOOK_SHIFT) {
            cancellation.pause();
        }
        boolean left = whole == null || whole.spend(amount);
        return left && steps >= 0;
    }

    /** Steps that are left; below 0 when more was asked for than there was. */
    public long remaining() {
        return steps;
    }

    /** Reserves ints for later; false when there is no more room, which ends the budget. */
    boolean reserve(long ints) {
        reserved += ints;
        reservedMost = Math.max(reservedMost, reserved);
        return reserved <= RESERVED_INTS_MAX || spend(Long.MAX_VALUE / 4);
    }

    /** Releases reserved ints. */
    void release(long ints) {
        reserved -= ints;
    }

    /** Ints that are reserved now. */
    long reserved() {
        return reserved;
    }

    /** The most that was reserved at a time. */
    long reservedMost() {
        return reservedMost;
    }

    /** Whether more was asked for than there was. */
    public boolean exhausted() {
        return steps < 0 || whole != null && whole.exhausted();
    }
}
