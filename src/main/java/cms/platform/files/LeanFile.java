package cms.platform.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The lean file while it is written. */
final class LeanFile {
    private static final int ZEROS_BYTES = 64 * 1024;

    private final FileChannel channel;
    private final Bytes source;
    private long written;

    LeanFile(FileChannel channel, Bytes source) {
        this.channel = channel;
        this.source = source;
    }

    long written() {
        return written;
    }

    void write(byte... bytes) throws IOException {
        writeAt(written, bytes);
        written += bytes.length;
    }

    /** Copies a part of the uploaded file. */
    void copy(long from, long count) throws IOException {
        source.requireInside(from, count);
        channel.position(written);
        for (long done = 0; done < count; ) {
            long moved = source.channel().transferTo(from + done, count - done, channel);
            if (moved <= 0) {
                throw FileRefusal.truncated();
            }
            done += moved;
        }
        written += count;
    }

    /** Writes over what is there already. */
    void writeAt(long at, byte... bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left, at + left.position());
        }
    }

    /** Blanks a part that is there already. */
    void blank(long from, long count) throws IOException {
        byte[] zeros = new byte[(int) Math.min(ZEROS_BYTES, count)];
        for (long done = 0; done < count; done += zeros.length) {
            int now = (int) Math.min(zeros.length, count - done);
            writeAt(from + done, now == zeros.length ? zeros : new byte[now]);
        }
    }
}
