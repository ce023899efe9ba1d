package cms.git.protocol;

import java.util.Arrays;

/**
 * Which objects of a pack are made from which, and how large each is: enough to say what JGit's way through them keeps in
 * memory at a time. It goes down from each base and keeps an object for as long as another one has to be made from it.
 */
final class DeltaForest {
    private static final int NONE = -1;
    private static final int FIRST_ROOM = 64;

    /** Beside an object it lies there once more, where the repository has it already and both are compared. */
    private static final int TIMES = 2;

    private long[] places = new long[FIRST_ROOM];
    private long[] sizes = new long[FIRST_ROOM];
    private int[] bases = new int[FIRST_ROOM];
    private int[] children = new int[FIRST_ROOM];
    private int count;
    private long loose;
    private long differenceMost;

    /** An object that stands for itself, at its place in the pack. */
    void whole(long position, long size) {
        add(placeOf(position), size, NONE);
    }

    /** One that is made from what stands earlier in the pack; false when nothing stands there. */
    boolean after(long position, long basePosition, Difference difference) {
        int base = Arrays.binarySearch(places, 0, count, placeOf(basePosition));
        if (base < 0) {
            return false;
        }
        made(position, base, difference);
        return true;
    }

    /** One that is made from a named object. Where that is unknown, it may be any of this pack. */
    void named(long position, boolean known, Difference difference) {
        int base = add(placeOf(position) - 1, difference.baseSize(), NONE);
        made(position, base, difference);
        if (!known) {
            loose += difference.baseSize() + difference.size();
        }
    }

    /**
     * How an object is made.
     *
     * @param length of the instructions, in bytes
     * @param baseSize of what it is made from
     * @param size of what comes out
     */
    record Difference(long length, long baseSize, long size) {}

    private void made(long position, int base, Difference difference) {
        children[base]++;
        differenceMost = Math.max(differenceMost, difference.length());
        add(placeOf(position), difference.size(), base);
    }

    /** Leaves a place before each object for one that stands elsewhere. */
    private static long placeOf(long position) {
        return 2 * position;
    }

    private int add(long place, long size, int base) {
        if (count == places.length) {
            places = Arrays.copyOf(places, count * 2);
            sizes = Arrays.copyOf(sizes, count * 2);
            bases = Arrays.copyOf(bases, count * 2);
            children = Arrays.copyOf(children, count * 2);
        }
        places[count] = place;
        sizes[count] = size;
        bases[count] = base;
        return count++;
    }

    /** The most bytes that lie in memory at a time while every object is made. */
    long heldMost() {
        long[] kept = new long[count];
        long most = 0;
        for (int i = 0; i < count; i++) {
            int base = bases[i];
            if (base != NONE) {
                boolean stays = children[base] > 1;
                kept[i] = kept[base] + (stays ? sizes[base] : 0);
                most = Math.max(most, kept[i] + (stays ? 0 : sizes[base]) + TIMES * sizes[i]);
            }
        }
        return most + loose + differenceMost;
    }
}
