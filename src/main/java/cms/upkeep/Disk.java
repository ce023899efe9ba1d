package cms.upkeep;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders and files as the commands need them. */
final class Disk {
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

    /** Makes a folder for the owner alone, and what leads to it; returns what was not there before, the outermost first. */
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
