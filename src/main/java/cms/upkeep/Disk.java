package cms.upkeep;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Operations on folders and files for the commands. */
final class Disk {
    /** Links are followed, because a folder may have been moved to another disk. */
    private static final Set<FileVisitOption> EVEN_THROUGH_LINKS = Set.of(FileVisitOption.FOLLOW_LINKS);

    private Disk() {}

    /** Syncs a file, or the names in a folder. */
    static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Syncs everything below a folder, and the folder. */
    static void syncAll(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.toList()) {
                sync(path);
            }
        }
    }

    /** All files below a folder that may change meanwhile; files deleted since are left out. */
    static List<Path> filesBelow(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return files;
        }
        Files.walkFileTree(folder, EVEN_THROUGH_LINKS, Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
                return unlessGone(failed);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path below, @Nullable IOException failed) throws IOException {
                return failed == null ? FileVisitResult.CONTINUE : unlessGone(failed);
            }
        });
        return files;
    }

    private static FileVisitResult unlessGone(IOException failed) throws IOException {
        if (failed instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failed;
    }

    /**
     * Makes a folder and its missing parents, readable by the owner only; returns the new ones, the outermost first.
     */
    static List<Path> makeFolders(Path folder) throws IOException {
        List<Path> missing = new ArrayList<>();
        for (Path path = folder.toAbsolutePath(); path != null && !Files.exists(path); path = path.getParent()) {
            missing.addFirst(path);
        }
        Files.createDirectories(folder);
        if (!missing.isEmpty()) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        return missing;
    }

    static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            // The next run begins with deleting it.
        }
    }

    static void deleteAll(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> below = Files.walk(folder)) {
            List<Path> deepestFirst = below.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        }
    }
}
