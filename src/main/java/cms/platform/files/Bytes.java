package cms.platform.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A file that is read at any offset through one small buffer. Reading beyond its end fails as a truncated file. */
final class Bytes {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final FileChannel channel;
    private final long size;
    private final byte[] window = new byte[BUFFER_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(window);
    private long bufferAt;

    Bytes(FileChannel channel) throws IOException {
        this.channel = channel;
        this.size = channel.size();
        buffer.limit(0);
    }

    long size() {
        return size;
    }

    int u8(long at) throws IOException {
        return window(at, 1).get((int) (at - bufferAt)) & 0xff;
    }

    int u16(long at) throws IOException {
        return u8(at) << 8 | u8(at + 1);
    }

    long u32(long at) throws IOException {
        return (long) u16(at) << 16 | u16(at + 2);
    }

    long u64(long at) throws IOException {
        return u32(at) << 32 | u32(at + 4);
    }

    int u16le(long at) throws IOException {
        return u8(at) | u8(at + 1) << 8;
    }

    int u24le(long at) throws IOException {
        return u16le(at) | u8(at + 2) << 16;
    }

    long u32le(long at) throws IOException {
        return u16le(at) | (long) u16le(at + 2) << 16;
    }

    /** The four characters at an offset, by which many formats name their parts. */
    String name(long at) throws IOException {
        return text(at, 4);
    }

    String text(long at, int count) throws IOException {
        return new String(take(at, count), StandardCharsets.ISO_8859_1);
    }

    /** The bytes at an offset; the caller has bounded their number. */
    byte[] take(long at, int count) throws IOException {
        requireInside(at, count);
        byte[] bytes = new byte[count];
        ByteBuffer into = ByteBuffer.wrap(bytes);
        while (into.hasRemaining()) {
            if (channel.read(into, at + into.position()) < 0) {
                throw FileRefusal.truncated();
            }
        }
        return bytes;
    }

    boolean startsWith(long at, byte[] expected) throws IOException {
        return at + expected.length <= size && Arrays.equals(take(at, expected.length), expected);
    }

    /** The next offset of a byte value; fails when there is none. */
    long find(int value, long from) throws IOException {
        long at = from;
        while (true) {
            int end = window(at, 1).limit();
            for (int i = (int) (at - bufferAt); i < end; i++) {
                if ((window[i] & 0xff) == value) {
                    return bufferAt + i;
                }
            }
            at = bufferAt + end;
        }
    }

    void requireInside(long at, long count) {
        if (at < 0 || count < 0 || at > size - count) {
            throw FileRefusal.truncated();
        }
    }

    FileChannel channel() {
        return channel;
    }

    private ByteBuffer window(long at, int count) throws IOException {
        requireInside(at, count);
        if (at < bufferAt || at + count > bufferAt + buffer.limit()) {
            buffer.clear();
            bufferAt = at;
            while (buffer.position() < count || buffer.hasRemaining()) {
                int read = channel.read(buffer, bufferAt + buffer.position());
                if (read <= 0) {
                    break;
                }
            }
            buffer.flip();
        }
        return buffer;
    }
}
