package cms.platform.objects;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Object store: bytes by key; an object is whole or absent.
 *
 * <p>Keys are relative paths of letters, digits and {@code . _ @ -}, separated by {@code /}, at most 800 characters and
 * 200 a part, no part {@code .} or {@code ..}. Nothing can be stored under another key, and looking one up finds
 * nothing.
 */
public interface Objects {
    /**
     * Stores the object durably; storing the same key again replaces it in one step.
     *
     * @throws IllegalArgumentException when {@code key} is not a valid key
     */
    void put(String key, byte[] bytes);

    /** Like {@link #put(String, byte[])}, for bytes in pieces, which need not be joined in memory. */
    default void put(String key, List<ByteBuffer> pieces) {
        int size =
                Math.toIntExact(pieces.stream().mapToLong(ByteBuffer::remaining).sum());
        ByteBuffer whole = ByteBuffer.allocate(size);
        pieces.forEach(piece -> whole.put(piece.duplicate()));
        put(key, whole.array());
    }

    /** Begins an object whose pieces are appended one after the other, so that they need not all be in memory. */
    default Incoming incoming(String key) {
        return new HeldIncoming(this, key);
    }

    /** An object being written: absent until {@link #finish}. For one thread at a time. */
    interface Incoming extends AutoCloseable {
        /**
         * Appends pieces in this order.
         *
         * @return the same bytes outside of the heap; they stay readable, whatever becomes of the object
         */
        ByteBuffer append(List<ByteBuffer> pieces);

        /** Stores the object durably and replaces an older one of its key in one step. */
        void finish();

        /** Discards the object unless it was finished. */
        @Override
        void close();
    }

    Optional<byte[]> get(String key);

    /**
     * The bytes of a large object for reading at intervals, outside of the heap; they stay readable when the object is
     * deleted. A store on a local disk returns a mapped file, which the operating system may page out.
     */
    default Optional<ByteBuffer> view(String key) {
        return get(key).map(bytes ->
                ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer());
    }

    /** Stores the content of a file durably, like {@link #put(String, byte[])}, without reading it into memory. */
    void copyIn(String key, Path file);

    /**
     * An object as an open local file, which the caller closes; it stays readable when the object is deleted. An object
     * of a remote store is downloaded first and cached for a while.
     */
    Optional<FileChannel> open(String key);

    void delete(String key);

    /** Deletes the object {@code prefix} and every object whose key begins with {@code prefix} and a slash. */
    void deleteAll(String prefix);

    /** Passes the key of every object once, in any order; objects stored or deleted meanwhile may be passed or not. */
    void eachKey(Consumer<String> key);
}
