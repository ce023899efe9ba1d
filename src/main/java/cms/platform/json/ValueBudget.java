package cms.platform.json;

import cms.platform.compute.Cancellation;

/**
 * What a text may become in memory: how many values, and about how many bytes of heap. A byte of a text can become
 * fifty of them, so the length of a text bounds nothing. Counted while it is read; for one reading and one thread.
 */
public final class ValueBudget {
    /** Of the heap, what one text may take at most: three of them are in memory while they are merged. */
    private static final int HEAP_SHARE = 8;

    /** An object or a list with its table, before anything stands in it. */
    private static final int CONTAINER_BYTES = 112;

    /** An entry of an object's table and a name that no other object has. */
    private static final int MEMBER_BYTES = 96;

    private static final int TEXT_BYTES = 60;
    private static final int SIMPLE_BYTES = 32;

    /** Values between two looks at whether anybody waits for the result; a power of two. */
    private static final int LOOK_EVERY = 1 << 12;

    private final Cancellation cancellation = Cancellation.current();
    private final long valuesMax;
    private final long bytesMax;
    private long values;
    private long bytes;

    private ValueBudget(long valuesMax, long bytesMax) {
        this.valuesMax = valuesMax;
        this.bytesMax = bytesMax;
    }

    /** @param valuesMax texts, numbers, literals, objects and lists together */
    public static ValueBudget of(long valuesMax) {
        return new ValueBudget(valuesMax, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    /** A budget with bounds of its own. */
    public static ValueBudget of(long valuesMax, long bytesMax) {
        return new ValueBudget(valuesMax, bytesMax);
    }

    /** Charges the characters of all texts together. */
    public void text(long length) throws TooManyValues {
        charge(0, length);
    }

    public void object() throws TooManyValues {
        charge(1, CONTAINER_BYTES);
    }

    public void list() throws TooManyValues {
        charge(1, CONTAINER_BYTES);
    }

    /** Charges the name of a member; its value is charged by itself. */
    public void member() throws TooManyValues {
        charge(0, MEMBER_BYTES);
    }

    public void string() throws TooManyValues {
        charge(1, TEXT_BYTES);
    }

    /** Charges a number, a truth value or nothing. */
    public void simple() throws TooManyValues {
        charge(1, SIMPLE_BYTES);
    }

    /** About what was read so far takes of the heap. */
    public long bytes() {
        return bytes;
    }

    private void charge(int more, long moreBytes) {
        values += more;
        bytes += moreBytes;
        if (values % LOOK_EVERY == 0) {
            cancellation.check();
        }
        if (values > valuesMax) {
            throw new TooManyValues("more than %,d values".formatted(valuesMax));
        }
        if (bytes > bytesMax) {
            throw new TooManyValues(
                    "more values than %,d MB of memory can hold".formatted(Math.max(1, bytesMax >> 20)));
        }
    }
}
