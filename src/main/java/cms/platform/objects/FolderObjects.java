package cms.platform.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Objects as files below one folder: written aside, forced to disk, then renamed into place. */
public final class FolderObjects implements Objects {
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_.@-]+(/[A-Za-z0-9_.@-]+)*");
    private static final int KEY_CHARS_MAX = 800;

    private final Path folder;

    public FolderObjects(Path folder) {
        this.folder = folder;
    }

    @Override
    public void put(String key, byte[] bytes) {
        Path target = path(key);
        try {
            Path parent = parent(target);
            Files.createDirectories(parent);
            Path aside = parent.resolve(".new-" + UUID.randomUUID());
            try {
                write(aside, bytes);
                Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                force(parent);
            } finally {
                Files.deleteIfExists(aside);
            }
        } catch (AtomicMoveNotSupportedException notOneDisk) {
            throw new UncheckedIOException("The folder of objects must lie on one file system.", notOneDisk);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Optional<byte[]> get(String key) {
        try {
            return Optional.of(Files.readAllBytes(path(key)));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void delete(String key) {
        try {
            Files.deleteIfExists(path(key));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void deleteAll(String prefix) {
        Path start = path(prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix);
        if (!Files.exists(start)) {
            return;
        }
        try (Stream<Path> below = Files.walk(start)) {
            List<Path> deepestFirst = below.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    private static void force(Path parent) throws IOException {
        try (FileChannel channel = FileChannel.open(parent, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private Path parent(Path target) {
        Path parent = target.getParent();
        return parent == null ? folder : parent;
    }

    private Path path(String key) {
        if (key.length() > KEY_CHARS_MAX || !KEY.matcher(key).matches() || Stream.of(key.split("/")).anyMatch(dots())) {
            throw new IllegalArgumentException("Not an object key: " + key);
        }
        return folder.resolve(key);
    }

    private static java.util.function.Predicate<String> dots() {
        return part -> part.equals(".") || part.equals("..");
    }
}
