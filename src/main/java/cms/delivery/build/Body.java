package cms.delivery.build;

import cms.platform.crypto.Hashes;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The bytes of one delivered file, named by their SHA-256; equal content is one name everywhere.
 *
 * <p>Content of some size lies outside of the heap, from where the socket takes it without a copy.
 */
public final class Body {
    private static final int DIRECT_BYTES_MIN = 1024;

    private final String hash;
    private final ByteBuffer content;

    private Body(String hash, ByteBuffer content) {
        this.hash = hash;
        this.content = content;
    }

    public static Body of(byte[] bytes) {
        return new Body(HexFormat.of().formatHex(Hashes.sha256(bytes)), buffer(bytes));
    }

    /** A body whose name is already known, read back from where it was stored. */
    public static Body stored(String hash, byte[] bytes) {
        return new Body(hash, buffer(bytes));
    }

    /** 64 lower-case hex digits. */
    public String hash() {
        return hash;
    }

    /** Bytes. */
    public int size() {
        return content.limit();
    }

    /** A view of its own, from the first to the last byte, which nobody can write to. */
    public ByteBuffer content() {
        return content.duplicate();
    }

    /** A copy. */
    public byte[] bytes() {
        byte[] copy = new byte[size()];
        content.get(0, copy);
        return copy;
    }

    private static ByteBuffer buffer(byte[] bytes) {
        if (bytes.length < DIRECT_BYTES_MIN) {
            return ByteBuffer.wrap(bytes.clone()).asReadOnlyBuffer();
        }
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer();
    }
}
