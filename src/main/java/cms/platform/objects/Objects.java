package cms.platform.objects;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Bytes by key; an object is whole or absent.
 *
 * <p>Keys are relative paths of letters, digits and {@code . _ @ -}, parted by {@code /}, at most 800 characters and
 * 200 a part, no part {@code .} or {@code ..}. Nothing can be stored under anything else: asking for it finds nothing.
 */
public interface Objects {
    /**
     * Stores the object durably; storing the same key again replaces it in one step.
     *
     * @throws IllegalArgumentException when {@code key} is none
     */
    void put(String key, byte[] bytes);

    /** Like {@link #put(String, byte[])}, of bytes that lie in pieces, so that nobody has to hold them twice. */
    default void put(String key, List<ByteBuffer> pieces) {
        int size =
                Math.toIntExact(pieces.stream().mapToLong(ByteBuffer::remaining).sum());
        ByteBuffer whole = ByteBuffer.allocate(size);
        pieces.forEach(piece -> whole.put(piece.duplicate()));
        put(key, whole.array());
    }

    /** Begins an object whose pieces come one after the other, so that nobody has to hold them all. */
    default Incoming incoming(String key) {
        return new HeldIncoming(this, key);
    }

    /** An object on its way in: absent until {@link #finish}. For one thread at a time. */
    interface Incoming extends AutoCloseable {
        /**
         * Takes pieces over, in this order after those before.
         *
         * @return the same bytes outside of the heap; they stay readable, whatever becomes of the object
         */
        ByteBuffer append(List<ByteBuffer> pieces);

        /** Stores the object durably and replaces an older one of its key in one step. */
        void finish();

        /** Drops what has not been finished. */
        @Override
        void close();
    }

    Optional<byte[]> get(String key);

    /**
     * The bytes of a large object for reading them now and then, outside of the heap; they stay readable when the
     * object is deleted. A store on a disk of this machine answers with what the system may take out of memory.
     */
    default Optional<ByteBuffer> view(String key) {
        return get(key).map(bytes ->
                ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer());
    }

    /** Stores the content of a file durably, like {@link #put(String, byte[])}; nobody holds it in memory. */
    void copyIn(String key, Path file);

    /**
     * An object as an open file of this machine, which the caller closes; it stays readable when the object is deleted.
     * What lies elsewhere is brought here first and kept for a while.
     */
    Optional<FileChannel> open(String key);

    void delete(String key);

    /** Deletes the object {@code prefix} and every object whose key begins with {@code prefix} and a slash. */
    void deleteAll(String prefix);

    /** Names every object once, in any order; what is stored or deleted meanwhile is named or not. */
    void eachKey(Consumer<String> key);
}
