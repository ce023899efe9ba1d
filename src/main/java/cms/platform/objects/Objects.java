package cms.platform.objects;

import java.util.Optional;

/**
 * Bytes by key. Keys are relative paths of letters, digits, {@code . _ - /}; an object is whole or absent.
 */
public interface Objects {
    /** Stores the object durably; storing the same key again replaces it in one step. */
    void put(String key, byte[] bytes);

    Optional<byte[]> get(String key);

    void delete(String key);

    /** Deletes every object whose key begins with {@code prefix}. */
    void deleteAll(String prefix);
}
