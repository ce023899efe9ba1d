package cms.content.pattern;

/**
 * How much work a check may still do, counted in steps of a few nanoseconds.
 *
 * <p>One budget is shared by everything that one check looks at, so that hostile models and contents cost a
 * bounded time however they spread their tricks. Not for use by several threads.
 */
public final class Budget {
    private long steps;

    public Budget(long steps) {
        this.steps = steps;
    }

    /** Takes steps away; false when there are none left. */
    public boolean spend(long amount) {
        steps -= amount;
        return steps >= 0;
    }

    /** Whether more was asked for than there was. */
    public boolean exhausted() {
        return steps < 0;
    }
}
