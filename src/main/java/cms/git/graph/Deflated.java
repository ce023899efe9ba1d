package cms.git.graph;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Adler32;
import java.util.zip.Deflater;

/**
 * The content of a large object in zlib's format, in pieces that are deflated independently: the next version of the
 * same file takes over the unchanged pieces, byte for byte, and deflates only the others. A save of one entry in a file
 * of 500 would otherwise spend most of its time deflating.
 */
final class Deflated {
    /**
     * Size of a piece before deflating: small enough that a changed entry costs little, large enough that restarting
     * the compression costs few bytes.
     */
    static final int PIECE_BYTES = 16 << 10;

    /** Header of the zlib format: the fastest level, no preset dictionary (RFC 1950). */
    private static final byte[] HEADER = {0x78, 0x01};

    /** An empty last block (RFC 1951), so that every piece can be written as if another followed. */
    private static final byte[] END = {0x03, 0x00};

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] content;
    private final List<Piece> pieces;

    private Deflated(byte[] content, List<Piece> pieces) {
        this.content = content;
        this.pieces = pieces;
    }

    /** The deflated form of {@code length} bytes of content. */
    private record Piece(int length, byte[] bytes) {}

    static Deflated of(byte[] content) {
        List<Piece> pieces = new ArrayList<>();
        deflate(content, 0, content.length, pieces);
        return new Deflated(content, pieces);
    }

    /** Number of bytes at the beginning and at the end that another content has in common with this one. */
    int alike(byte[] other) {
        int before = before(other);
        return before + after(other, before);
    }

    private int before(byte[] other) {
        int mismatch = Arrays.mismatch(content, other);
        return mismatch < 0 ? content.length : mismatch;
    }

    private int after(byte[] other, int before) {
        int most = Math.min(content.length, other.length) - before;
        int count = 0;
        while (count + Long.BYTES <= most
                && (long) LONGS.get(content, content.length - count - Long.BYTES)
                        == (long) LONGS.get(other, other.length - count - Long.BYTES)) {
            count += Long.BYTES;
        }
        while (count < most && content[content.length - count - 1] == other[other.length - count - 1]) {
            count++;
        }
        return count;
    }

    /** Deflates another content as {@link #of} does, with less work the more it has in common with this one. */
    Deflated next(byte[] other) {
        int before = before(other);
        int after = after(other, before);
        int first = 0;
        int begin = 0;
        while (first < pieces.size() && begin + pieces.get(first).length() <= before) {
            begin += pieces.get(first++).length();
        }
        int last = pieces.size();
        int end = 0;
        while (last > first && end + pieces.get(last - 1).length() <= after) {
            end += pieces.get(--last).length();
        }
        List<Piece> next = new ArrayList<>(pieces.subList(0, first));
        deflate(other, begin, other.length - end, next);
        next.addAll(pieces.subList(last, pieces.size()));
        return new Deflated(other, next);
    }

    private static void deflate(byte[] content, int begin, int end, List<Piece> pieces) {
        int count = Math.ceilDiv(end - begin, PIECE_BYTES);
        if (count == 0) {
            return;
        }
        int length = Math.ceilDiv(end - begin, count);
        byte[] buffer = new byte[2 * PIECE_BYTES];
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            for (int at = begin; at < end; at += length) {
                int bytes = Math.min(length, end - at);
                deflater.setInput(content, at, bytes);
                // A full flush ends on a whole byte and forgets what came before; the buffer has room for all of it.
                int deflated = deflater.deflate(buffer, 0, buffer.length, Deflater.FULL_FLUSH);
                pieces.add(new Piece(bytes, Arrays.copyOf(buffer, deflated)));
            }
        } finally {
            deflater.end();
        }
    }

    void writeTo(ByteArrayOutputStream out) {
        out.writeBytes(HEADER);
        pieces.forEach(piece -> out.writeBytes(piece.bytes()));
        out.writeBytes(END);
        Adler32 sum = new Adler32();
        sum.update(content);
        out.writeBytes(
                ByteBuffer.allocate(Integer.BYTES).putInt((int) sum.getValue()).array());
    }

    /** Memory that the content and its deflated pieces take, in bytes. */
    int bytes() {
        return content.length
                + pieces.stream().mapToInt(piece -> piece.bytes().length).sum();
    }
}
