package cms.git.protocol;

import java.util.function.Predicate;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Scans a pack while it is received and computes how much memory it will need, before any is allocated for what it
 * announces: a few bytes may announce thousands of millions of objects, and some kilobytes may inflate to gigabytes.
 */
final class PackScan implements AutoCloseable {
    private static final int HEADER_BYTES = 12;
    private static final int ID_BYTES = Constants.OBJECT_ID_LENGTH;
    private static final int BUFFER_BYTES = 8 * 1024;

    /** Longest header of a delta: two numbers, the size of its base and of its result. */
    private static final int SIZES_BYTES = 20;

    /** Memory that is kept of each received object until the pack is complete, and of each announced one. */
    private static final long OBJECT_BYTES = 124;

    private static final long ANNOUNCED_BYTES = 4;

    /** Memory for the records of objects is reserved for so many objects at a time. */
    private static final int OBJECTS_STEP = 1 << 14;

    /** Commits, folders and tags are read into memory as a whole. */
    private static final long READ_BYTES_MAX = 16L << 20;

    private final HeapRoom<CorruptObjectException>.Share room;
    private final Predicate<ObjectId> isHere;
    private final long inflatedBytesMax;
    private final Capacity capacity;
    private final Inflater inflater = new Inflater();
    private final byte[] inflated = new byte[BUFFER_BYTES];
    private final byte[] start = new byte[SIZES_BYTES];
    private final DeltaForest forest = new DeltaForest();
    private Step step = Step.HEADER;
    private long position;
    private int started;
    private long announced;
    private long seen;
    private long inflatedBytes;
    private long readMost;
    private long madeMost;

    private long objectAt;
    private int type;
    private long size;
    private int shift;
    private long distance;
    private ObjectId base = ObjectId.zeroId();
    private long length;

    private enum Step {
        HEADER,
        TYPE,
        DISTANCE,
        BASE,
        DATA,
        WHOLE
    }

    /**
     * @param isHere whether the repository has an object already
     * @param inflatedBytesMax most inflated bytes of all objects together
     * @param capacity how much the repository may still take in
     */
    PackScan(
            HeapRoom<CorruptObjectException>.Share room,
            Predicate<ObjectId> isHere,
            long inflatedBytesMax,
            Capacity capacity) {
        this.room = room;
        this.isHere = isHere;
        this.inflatedBytesMax = inflatedBytesMax;
        this.capacity = capacity;
    }

    /**
     * Scans the next bytes of the pack.
     *
     * @throws CorruptObjectException when the pack would exceed a limit, or is malformed
     */
    void take(byte[] bytes, int from, int count) throws CorruptObjectException {
        int at = from;
        int end = from + count;
        while (at < end && step != Step.WHOLE) {
            int used = step == Step.DATA ? inflate(bytes, at, end - at) : octet(bytes[at] & 0xff);
            position += used;
            at += used;
            if (step == Step.DATA && inflater.finished()) {
                ended();
            }
        }
    }

    /** Whether all announced objects have been received. */
    boolean isWhole() {
        return step == Step.WHOLE;
    }

    /** The largest object that is made from a delta or is the base of one, in bytes. */
    long madeMost() {
        return madeMost;
    }

    @Override
    public void close() {
        inflater.end();
    }

    private int octet(int octet) throws CorruptObjectException {
        switch (step) {
            case HEADER -> header(octet);
            case TYPE -> type(octet);
            case DISTANCE -> distance(octet);
            case BASE -> base(octet);
            case DATA, WHOLE -> throw new IllegalStateException(step.name());
        }
        return 1;
    }

    private void header(int octet) throws CorruptObjectException {
        start[started++] = (byte) octet;
        if (started == HEADER_BYTES) {
            for (int i = HEADER_BYTES - Integer.BYTES; i < HEADER_BYTES; i++) {
                announced = announced << Byte.SIZE | start[i] & 0xff;
            }
            makeRoom(0);
            capacity.requireObjects(announced);
            next();
        }
    }

    private void next() throws CorruptObjectException {
        started = 0;
        shift = 0;
        length = 0;
        inflater.reset();
        step = seen == announced ? Step.WHOLE : Step.TYPE;
        if (step == Step.WHOLE) {
            makeRoom(forest.heldMost());
        }
    }

    private void type(int octet) throws CorruptObjectException {
        if (shift == 0) {
            objectAt = position;
            type = octet >> 4 & 7;
            size = octet & 0xf;
            shift = 4;
        } else {
            size = more(size, octet, shift);
            shift += 7;
        }
        if ((octet & 0x80) == 0) {
            distance = 0;
            switch (type) {
                case Constants.OBJ_OFS_DELTA -> step = Step.DISTANCE;
                case Constants.OBJ_REF_DELTA -> step = Step.BASE;
                case Constants.OBJ_BLOB -> step = Step.DATA;
                case Constants.OBJ_COMMIT, Constants.OBJ_TREE, Constants.OBJ_TAG -> readWhole();
                default -> throw new CorruptObjectException("it holds an object of no known type");
            }
        }
    }

    private void readWhole() throws CorruptObjectException {
        if (size > READ_BYTES_MAX) {
            throw new CorruptObjectException(
                    "a commit, folder or tag is larger than " + (READ_BYTES_MAX >> 20) + " MiB");
        }
        readMost = Math.max(readMost, size);
        makeRoom(0);
        step = Step.DATA;
    }

    /**
     * Reads a byte of the distance to the base; each further byte adds one, so that every distance has one encoding
     * only.
     */
    private void distance(int octet) throws CorruptObjectException {
        distance = started++ == 0 ? octet & 0x7f : (distance + 1 << 7) + (octet & 0x7f);
        if (distance < 0 || distance > objectAt) {
            throw new CorruptObjectException("an object is made from nothing");
        }
        if ((octet & 0x80) == 0) {
            started = 0;
            step = Step.DATA;
        }
    }

    private void base(int octet) {
        start[started++] = (byte) octet;
        if (started == ID_BYTES) {
            base = ObjectId.fromRaw(start);
            started = 0;
            step = Step.DATA;
        }
    }

    private int inflate(byte[] bytes, int from, int count) throws CorruptObjectException {
        inflater.setInput(bytes, from, count);
        try {
            int more = inflater.inflate(inflated);
            while (more > 0) {
                took(more);
                more = inflater.inflate(inflated);
            }
        } catch (DataFormatException broken) {
            throw new CorruptObjectException("an object is not deflated as it should be");
        }
        if (inflater.needsDictionary()) {
            throw new CorruptObjectException("an object is not deflated as it should be");
        }
        return count - inflater.getRemaining();
    }

    private void took(int more) throws CorruptObjectException {
        int missing = Math.min(more, SIZES_BYTES - started);
        System.arraycopy(inflated, 0, start, started, missing);
        started += missing;
        length += more;
        if (length > size) {
            throw new CorruptObjectException("an object is longer than it says");
        }
        count(more);
    }

    private void count(long more) throws CorruptObjectException {
        inflatedBytes += more;
        if (inflatedBytes > inflatedBytesMax || inflatedBytes < 0) {
            throw new CorruptObjectException("its objects are more than " + (inflatedBytesMax >> 30)
                    + " GiB together; push fewer commits at a time");
        }
    }

    private void ended() throws CorruptObjectException {
        if (length != size) {
            throw new CorruptObjectException("an object is shorter than it says");
        }
        if (type == Constants.OBJ_OFS_DELTA || type == Constants.OBJ_REF_DELTA) {
            DeltaForest.Difference difference = difference();
            count(difference.size());
            madeMost = Math.max(madeMost, Math.max(difference.baseSize(), difference.size()));
            if (type == Constants.OBJ_REF_DELTA) {
                forest.named(objectAt, isHere.test(base), difference);
            } else if (!forest.after(objectAt, objectAt - distance, difference)) {
                throw new CorruptObjectException("an object is made from nothing");
            }
        } else {
            forest.whole(objectAt, size);
        }
        if (++seen % OBJECTS_STEP == 0) {
            makeRoom(0);
        }
        next();
    }

    private DeltaForest.Difference difference() throws CorruptObjectException {
        long[] sizes = new long[2];
        int at = 0;
        for (int i = 0; i < sizes.length; i++) {
            int octet = 0x80;
            for (int bits = 0; (octet & 0x80) != 0; bits += 7) {
                if (at == started) {
                    throw new CorruptObjectException("an object is made in no known way");
                }
                octet = start[at++] & 0xff;
                sizes[i] = more(sizes[i], octet, bits);
            }
        }
        return new DeltaForest.Difference(length, sizes[0], sizes[1]);
    }

    private static long more(long number, int octet, int shift) throws CorruptObjectException {
        long more = shift > 56 ? -1 : number + ((long) (octet & 0x7f) << shift);
        if (more < 0) {
            throw new CorruptObjectException("a number is too long");
        }
        return more;
    }

    private void makeRoom(long made) throws CorruptObjectException {
        room.raiseTo(ANNOUNCED_BYTES * announced + OBJECT_BYTES * seen + readMost + made);
    }
}
