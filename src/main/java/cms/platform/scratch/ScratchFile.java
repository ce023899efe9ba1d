package cms.platform.scratch;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A nameless file; appended bytes can be read at once, by any thread. */
public final class ScratchFile implements AutoCloseable {
    /** Bytes written between two checks of the free disk space. */
    private static final long LOOK_EVERY_BYTES = 16L * 1024 * 1024;

    private final Scratch scratch;
    private final FileChannel channel;
    private long length;
    private long lookAt = LOOK_EVERY_BYTES;

    ScratchFile(Scratch scratch, FileChannel channel) {
        this.scratch = scratch;
        this.channel = channel;
    }

    /** As {@link #append(ByteBuffer)}. */
    public void append(byte[] bytes, int from, int count) {
        append(ByteBuffer.wrap(bytes, from, count));
    }

    /**
     * Appends bytes; called by one thread at a time.
     *
     * @param bytes from the position to the limit; neither is moved
     * @throws Failure UNAVAILABLE when the disk has no room left
     */
    public void append(ByteBuffer bytes) {
        ByteBuffer left = bytes.duplicate();
        int count = left.remaining();
        try {
            if (length + count > lookAt) {
                scratch.requireRoom();
                lookAt = length + count + LOOK_EVERY_BYTES;
            }
            while (left.hasRemaining()) {
                length += channel.write(left, length);
            }
        } catch (IOException full) {
            throw Scratch.noRoom().causedBy(full);
        }
    }

    public long length() {
        return length;
    }

    /** A channel for reading from any place; closed with this file. */
    public FileChannel channel() {
        return channel;
    }

    /** All bytes from the beginning; may be called repeatedly. */
    public InputStream stream() {
        return stream(0, length);
    }

    /** A part of the file, shorter at its end. */
    public InputStream stream(long from, long count) {
        return new Part(from, Math.min(length, from + count));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private final class Part extends InputStream {
        private final long end;
        private long at;

        Part(long from, long end) {
            this.at = from;
            this.end = end;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int count) throws IOException {
            if (at >= end) {
                return count == 0 ? 0 : -1;
            }
            int read = channel.read(ByteBuffer.wrap(into, offset, (int) Math.min(count, end - at)), at);
            at += Math.max(0, read);
            return read;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, end - at);
        }
    }
}
