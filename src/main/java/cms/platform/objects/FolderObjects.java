package cms.platform.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects as files below one folder: written to a temporary file, synced, then renamed.
 *
 * <p>Temporary files are in {@code .aside}; those left by a crash are deleted when the folder is opened.
 */
public final class FolderObjects implements Objects {
    private static final String ASIDE = ".aside";
    private static final int TRIES_MAX = 200;

    private final Path folder;
    private final Path aside;

    /** Opens {@code folder}, which is created when missing; one process at a time. */
    public FolderObjects(Path folder) {
        this.folder = folder;
        this.aside = folder.resolve(ASIDE);
        try {
            Files.createDirectories(aside);
            try (Stream<Path> leftOver = Files.list(aside)) {
                for (Path file : leftOver.toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("The folder of objects " + folder + " cannot be opened.", failed);
        }
    }

    @Override
    public void put(String key, byte[] bytes) {
        put(key, List.of(ByteBuffer.wrap(bytes)));
    }

    @Override
    public void put(String key, List<ByteBuffer> pieces) {
        try (Aside incoming = aside(key)) {
            incoming.file.append(pieces);
            incoming.finish();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Incoming incoming(String key) {
        return aside(key);
    }

    @Override
    public void copyIn(String key, Path source) {
        try (Aside incoming = aside(key);
                FileChannel from = FileChannel.open(source, StandardOpenOption.READ)) {
            incoming.file.append(from);
            incoming.finish();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Optional<FileChannel> open(String key) {
        return open(key, file -> {
            if (Files.isDirectory(file)) {
                throw new NoSuchFileException(key); // a folder of objects can be opened, too
            }
            return FileChannel.open(file, StandardOpenOption.READ);
        });
    }

    private Aside aside(String key) {
        if (!ObjectKeys.isKey(key) || key.equals(ASIDE) || key.startsWith(ASIDE + "/")) {
            throw new IllegalArgumentException("Not an object key: " + key);
        }
        try {
            return new Aside(GrowingFile.in(aside), folder.resolve(key));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** An object that is being written. */
    private final class Aside implements Incoming {
        private final GrowingFile file;
        private final Path target;

        Aside(GrowingFile file, Path target) {
            this.file = file;
            this.target = target;
        }

        @Override
        public ByteBuffer append(List<ByteBuffer> pieces) {
            return file.appendToRead(pieces);
        }

        @Override
        public void finish() {
            try {
                file.force();
                moveInto(file.path(), target);
            } catch (AtomicMoveNotSupportedException notOneDisk) {
                throw new UncheckedIOException("The folder of objects must lie on one file system.", notOneDisk);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void close() {
            try (file) {
                Files.deleteIfExists(file.path());
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    @Override
    public Optional<byte[]> get(String key) {
        return open(key, Files::readAllBytes);
    }

    /** A mapped view; a stored object is never written to, so the mapped bytes do not change. */
    @Override
    public Optional<ByteBuffer> view(String key) {
        return open(key, file -> {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            }
        });
    }

    private interface Opening<T> {
        T open(Path file) throws IOException;
    }

    private <T> Optional<T> open(String key, Opening<T> opening) {
        if (!ObjectKeys.isKey(key)) {
            return Optional.empty();
        }
        Path file = folder.resolve(key);
        try {
            return Optional.of(opening.open(file));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException failed) {
            // A key whose parent is itself an object, or that names a folder of objects, is no object either.
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void delete(String key) {
        Path file = folder.resolve(ObjectKeys.isKey(key) ? key : ASIDE);
        try {
            if (Files.isRegularFile(file)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void deleteAll(String prefix) {
        String key = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
        if (!ObjectKeys.isKey(key)) {
            return;
        }
        for (int tries = 1; Files.exists(folder.resolve(key)); tries++) {
            try (Stream<Path> below = Files.walk(folder.resolve(key))) {
                List<Path> deepestFirst =
                        below.sorted(Comparator.reverseOrder()).toList();
                for (Path path : deepestFirst) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException | UncheckedIOException changing) {
                // Somebody stores or deletes below at the same time: look again.
                if (tries == TRIES_MAX) {
                    throw new IllegalStateException("The objects below " + prefix + " keep changing.", changing);
                }
            }
        }
    }

    @Override
    public void eachKey(Consumer<String> key) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path below, BasicFileAttributes attributes) {
                    return below.equals(aside) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    key.accept(folder.relativize(file).toString());
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path below, @Nullable IOException gone) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Renames a file to its place and syncs the rename, and makes the folder again when it is deleted at the same time.
     */
    private void moveInto(Path written, Path target) throws IOException {
        Path parent = target.getParent() == null ? folder : target.getParent();
        for (int tries = 1; ; tries++) {
            try {
                makeFolder(parent);
                Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                break;
            } catch (NoSuchFileException folderGone) {
                if (tries == TRIES_MAX) {
                    throw folderGone;
                }
            }
        }
        try {
            force(parent);
        } catch (NoSuchFileException deletedAfterwards) {
            // Somebody deleted the folder with the object in it: that came last, so nothing is left to make durable.
        }
    }

    /** Creates missing folders from the top, each synced into its parent, without which a new name is not durable. */
    private void makeFolder(Path wanted) throws IOException {
        if (Files.isDirectory(wanted)) {
            return;
        }
        Path parent = wanted.getParent();
        if (parent != null && !wanted.equals(folder)) {
            makeFolder(parent);
        }
        try {
            Files.createDirectory(wanted);
        } catch (FileAlreadyExistsException already) {
            if (Files.isRegularFile(wanted)) {
                throw already;
            }
            if (!Files.isDirectory(wanted)) {
                throw new NoSuchFileException(wanted.toString()); // made and deleted by others in between: try again
            }
        }
        if (parent != null) {
            force(parent);
        }
    }

    private static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
