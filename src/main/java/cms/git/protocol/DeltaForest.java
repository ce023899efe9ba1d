package cms.git.protocol;

import java.util.Arrays;

/**
 * The delta chains of a pack with the sizes of their objects, from which the memory is computed that JGit keeps while
 * it resolves them. JGit goes down from each base and keeps an object for as long as another has to be made from it.
 */
final class DeltaForest {
    private static final int NONE = -1;
    private static final int FIRST_ROOM = 64;

    /** Copies of an object in memory: a second one where the repository has it already and both are compared. */
    private static final int TIMES = 2;

    private long[] places = new long[FIRST_ROOM];
    private long[] sizes = new long[FIRST_ROOM];
    private int[] bases = new int[FIRST_ROOM];
    private int[] children = new int[FIRST_ROOM];
    private int count;
    private long loose;
    private long differenceMost;

    /** Adds an object without a delta, at its position in the pack. */
    void whole(long position, long size) {
        add(placeOf(position), size, NONE);
    }

    /** Adds a delta whose base is earlier in the pack; false when there is none at that position. */
    boolean after(long position, long basePosition, Difference difference) {
        int base = Arrays.binarySearch(places, 0, count, placeOf(basePosition));
        if (base < 0) {
            return false;
        }
        made(position, base, difference);
        return true;
    }

    /** Adds a delta whose base is named. An unknown base may be any object of this pack. */
    void named(long position, boolean known, Difference difference) {
        int base = add(placeOf(position) - 1, difference.baseSize(), NONE);
        made(position, base, difference);
        if (!known) {
            loose += difference.baseSize() + difference.size();
        }
    }

    /**
     * The sizes of a delta.
     *
     * @param length of the instructions, in bytes
     * @param baseSize size of its base
     * @param size of the resulting object
     */
    record Difference(long length, long baseSize, long size) {}

    private void made(long position, int base, Difference difference) {
        children[base]++;
        differenceMost = Math.max(differenceMost, difference.length());
        add(placeOf(position), difference.size(), base);
    }

    /** The position in the sequence, with a free one before each object for a base outside of the pack. */
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

    /** Most bytes in memory at a time while every object is made. */
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
