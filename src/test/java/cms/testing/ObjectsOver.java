package cms.testing;

import cms.platform.objects.Objects;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Objects that are stored in others; a test overrides the step that is to go otherwise. */
public interface ObjectsOver extends Objects {
    Objects stored();

    @Override
    default void put(String key, byte[] bytes) {
        stored().put(key, bytes);
    }

    @Override
    default Optional<byte[]> get(String key) {
        return stored().get(key);
    }

    @Override
    default void copyIn(String key, Path file) {
        stored().copyIn(key, file);
    }

    @Override
    default Optional<FileChannel> open(String key) {
        return stored().open(key);
    }

    @Override
    default void delete(String key) {
        stored().delete(key);
    }

    @Override
    default void deleteAll(String prefix) {
        stored().deleteAll(prefix);
    }

    @Override
    default void eachKey(Consumer<String> key) {
        stored().eachKey(key);
    }
}
