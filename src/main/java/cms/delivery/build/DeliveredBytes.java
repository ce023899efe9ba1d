package cms.delivery.build;

import cms.platform.crypto.Hashes;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one delivered file, named by their SHA-256; equal content has the same name everywhere.
 *
 * <p>Content that stays for a while moves out of the heap, from where a socket takes it without a copy. Content that is
 * replaced at once stays in the heap, because memory outside of it is freed late.
 */
public final class DeliveredBytes {
    private static final int OFF_HEAP_BYTES_MIN = 1024;

    /** Bytes of a block when bodies are compared from their end. */
    private static final int BLOCK_BYTES = 4096;

    private final String hash;
    private final int size;
    private volatile @Nullable ByteBuffer content;
    private volatile @Nullable Supplier<ByteBuffer> parts;

    private DeliveredBytes(String hash, ByteBuffer bytes) {
        this.hash = hash;
        this.size = bytes.limit();
        this.content = bytes.asReadOnlyBuffer();
    }

    private DeliveredBytes(String hash, int size, Supplier<ByteBuffer> parts) {
        this.hash = hash;
        this.size = size;
        this.parts = parts;
    }

    /** A body of these bytes, which may not be changed afterwards. */
    public static DeliveredBytes of(byte[] bytes) {
        return new DeliveredBytes(HexFormat.of().formatHex(Hashes.sha256(bytes)), ByteBuffer.wrap(bytes));
    }

    /** A body whose name is already known, from the first byte to the limit of where it was stored. */
    public static DeliveredBytes stored(String hash, ByteBuffer bytes) {
        return new DeliveredBytes(hash, bytes);
    }

    /**
     * A body that consists of other bodies: it is joined when its bytes are first read.
     *
     * @param parts the bytes, from the first to the limit; asked once or, by several at the same time, several times
     */
    static DeliveredBytes joined(String hash, int size, Supplier<ByteBuffer> parts) {
        return new DeliveredBytes(hash, size, parts);
    }

    /** 64 lower-case hex digits. */
    public String hash() {
        return hash;
    }

    /** Bytes. */
    public int size() {
        return size;
    }

    /** A new read-only view, from the first to the last byte. */
    public ByteBuffer content() {
        return bytesNow().duplicate();
    }

    /** Joins the body from its parts, unless that is done. */
    public void join() {
        bytesNow();
    }

    private ByteBuffer bytesNow() {
        Supplier<ByteBuffer> join = parts;
        ByteBuffer now = content;
        if (now == null) {
            now = Objects.requireNonNull(join).get().asReadOnlyBuffer();
            content = now;
            parts = null;
        }
        return now;
    }

    /** How many bytes at the beginning of both are equal. */
    public int commonStart(DeliveredBytes other) {
        int at = content().mismatch(other.content());
        return at < 0 ? size() : at;
    }

    /** How many bytes at the end of both are equal, at most {@code max}. */
    public int commonEnd(DeliveredBytes other, int max) {
        return commonEnd(content(), other.content(), max);
    }

    /** How many bytes at the end of two buffers are equal, from the first byte of each to its limit. */
    static int commonEnd(ByteBuffer one, ByteBuffer two, int max) {
        int same = 0;
        while (same + BLOCK_BYTES <= max
                && one.slice(one.limit() - same - BLOCK_BYTES, BLOCK_BYTES)
                        .equals(two.slice(two.limit() - same - BLOCK_BYTES, BLOCK_BYTES))) {
            same += BLOCK_BYTES;
        }
        while (same < max && one.get(one.limit() - 1 - same) == two.get(two.limit() - 1 - same)) {
            same++;
        }
        return same;
    }

    /** Some of its bytes, which are not a delivered file and have no name. */
    public DeliveredBytes part(int from, int to) {
        return new DeliveredBytes("", bytesNow().slice(from, to - from));
    }

    /** A copy. */
    public byte[] bytes() {
        ByteBuffer now = bytesNow();
        byte[] copy = new byte[now.limit()];
        now.get(0, copy);
        return copy;
    }

    /** Refers to the same bytes at another place from now on; readers do not notice. */
    public void moveTo(ByteBuffer sameBytes) {
        content = sameBytes.asReadOnlyBuffer();
        parts = null;
    }

    /** Moves content of some size out of the heap; safe to repeat, and readers do not notice. */
    public void moveOffHeap() {
        ByteBuffer now = bytesNow();
        if (!now.isDirect() && now.limit() >= OFF_HEAP_BYTES_MIN) {
            content = ByteBuffer.allocateDirect(now.limit())
                    .put(now.duplicate())
                    .flip()
                    .asReadOnlyBuffer();
        }
    }
}
