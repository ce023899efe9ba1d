package cms.git.protocol;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;

/**
 * A pack that is being received. Reading it fails once the pack would exceed a limit: before memory is allocated for
 * the number of objects that it announces, and before an object is made from deltas.
 */
public final class BoundedPack extends FilterInputStream {
    /** Most inflated bytes of all objects of one push together. */
    static final long PUSHED_BYTES_MAX = 16L << 30;

    private static final int LENGTH_CHARS = 4;
    private static final int HEX = 16;
    private static final int SKIPPED_BYTES = 8 * 1024;

    private static final int LOOK_BYTES = 16 << 20;

    private final HeapRoom<CorruptObjectException>.Share room;
    private final PackScan scan;
    private final Capacity capacity;
    private long taken;
    private long lookAt;
    private final Path notes;
    private boolean noted;
    private int before;
    private int lengthChars;
    private int lineLength;
    private int lineLeft;

    private BoundedPack(
            InputStream in, Repository into, Path notes, long inflatedBytesMax, Capacity capacity, int commands) {
        super(in);
        this.before = commands;
        this.capacity = capacity;
        this.notes = notes;
        this.room = PackRoom.OF_PROCESS.of(String.valueOf(into.getDirectory().getParent()));
        this.scan = new PackScan(this.room, id -> isHere(into.getObjectDatabase(), id), inflatedBytesMax, capacity);
    }

    /**
     * Wraps the body of a push: its commands, a flush packet, the pack.
     *
     * @param notes the folder in which the largest difference of the pack is noted
     */
    static BoundedPack afterCommands(InputStream in, Repository into, Path notes, Capacity capacity) {
        return new BoundedPack(in, into, notes, PUSHED_BYTES_MAX, capacity, 1);
    }

    /**
     * @param inflatedBytesMax most inflated bytes of all objects together
     * @param objectsMax most objects of the pack
     */
    public static BoundedPack of(InputStream pack, Repository into, long inflatedBytesMax, long objectsMax) {
        Capacity.SizeLimits all = Capacity.SizeLimits.standard();
        Capacity.SizeLimits limits =
                new Capacity.SizeLimits(objectsMax, Long.MAX_VALUE, all.freeBytesMin(), all.freePartMin());
        Path gitDir = into.getDirectory().toPath();
        return new BoundedPack(pack, into, gitDir, inflatedBytesMax, new Capacity(limits, 0, 0, gitDir), 0);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = in.read(into, offset, length);
        int at = offset;
        while (before > 0 && at < offset + count) {
            command(into[at++] & 0xff);
        }
        if (at < offset + count) {
            taken += offset + count - at;
            if (taken >= lookAt) {
                capacity.requireBytes(taken);
                lookAt = taken + LOOK_BYTES;
            }
            scan.take(into, at, offset + count - at);
            if (scan.isWhole() && !noted) {
                noted = true;
                LargestDifference.note(notes, scan.madeMost());
            }
        }
        return count;
    }

    @Override
    public long skip(long bytes) throws IOException {
        return Math.max(0, read(new byte[(int) Math.min(bytes, SKIPPED_BYTES)]));
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Releases the reserved memory; the caller closes the stream that it opened. */
    @Override
    public void close() {
        scan.close();
        room.close();
    }

    /**
     * Reads one byte of the commands. Each packet begins with its length in four hexadecimal digits; the flush packet
     * of length zero ends them.
     */
    private void command(int octet) {
        if (lineLeft > 0) {
            lineLeft--;
            return;
        }
        lineLength = lineLength * HEX + Math.max(0, Character.digit(octet, HEX));
        if (++lengthChars == LENGTH_CHARS) {
            before = lineLength == 0 ? 0 : before;
            lineLeft = Math.max(0, lineLength - LENGTH_CHARS);
            lengthChars = 0;
            lineLength = 0;
        }
    }

    private static boolean isHere(ObjectDatabase objects, ObjectId id) {
        try {
            return objects.has(id);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
