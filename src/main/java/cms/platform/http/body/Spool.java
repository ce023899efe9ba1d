package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.scratch.ScratchFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Buffer for received bytes: in memory while they are few, and beyond that in a nameless file. */
public final class Spool implements AutoCloseable {
    /** More bytes than this go to a file. */
    public static final int MEMORY_BYTES_MAX = 256 * 1024;

    private static final int FIRST_BYTES = 1024;

    private final RequestShares room;
    private byte[] bytes = {};
    private int count;
    private @Nullable ScratchFile file;

    Spool(RequestShares room) {
        this.room = room;
    }

    /** @throws Failure UNAVAILABLE when this caller holds too much, or the disk is full */
    public void append(byte[] more, int from, int moreCount) {
        if (file == null && count + moreCount > MEMORY_BYTES_MAX) {
            room.disk().take(count);
            ScratchFile made = room.scratch().create();
            file = made;
            made.append(bytes, 0, count);
        }
        if (file != null) {
            room.disk().take(moreCount);
            file.append(more, from, moreCount);
            return;
        }
        if (count + moreCount > bytes.length) {
            int capacity = Math.max(Math.max(FIRST_BYTES, bytes.length * 2), count + moreCount);
            room.memory().take(capacity - (long) bytes.length);
            bytes = Arrays.copyOf(bytes, capacity);
        }
        System.arraycopy(more, from, bytes, count, moreCount);
        count += moreCount;
    }

    public long length() {
        return file == null ? count : file.length();
    }

    /** All bytes from the beginning; may be called repeatedly. */
    public InputStream stream() {
        return file == null ? new ByteArrayInputStream(bytes, 0, count) : file.stream();
    }

    /**
     * All bytes in memory.
     *
     * @throws Failure TOO_LARGE beyond {@code bytesMax}, UNAVAILABLE when this caller holds too much
     */
    public byte[] bytes(long bytesMax) {
        if (length() > bytesMax) {
            throw Failure.of(FailureKind.TOO_LARGE, "This file is larger than " + bytesMax + " bytes.");
        }
        room.memory().take(length());
        return head((int) length());
    }

    /** The first bytes, fewer where there are no more. */
    public byte[] head(int bytesMax) {
        try (InputStream in = stream()) {
            return in.readNBytes(bytesMax);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }
}
