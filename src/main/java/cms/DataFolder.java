package cms;

import cms.platform.failure.Failure;
import cms.upkeep.InstanceStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder with all data of this instance; one process owns it at a time. */
final class DataFolder implements AutoCloseable {
    /** Folder into which libraries unpack their native parts; files of a killed run are deleted at the next start. */
    static final String SCRATCH = "scratch";

    private final Path folder;
    private final FileChannel lockFile;

    private DataFolder(Path folder, FileChannel lockFile) {
        this.folder = folder;
        this.lockFile = lockFile;
    }

    /** @throws Failure UNAVAILABLE when another process owns the folder */
    static DataFolder own(Path folder) {
        try {
            Files.createDirectories(folder);
            if (Files.exists(folder.resolve(InstanceStorage.UNFINISHED))) {
                throw Failure.unavailable("A restore into the data folder " + folder
                        + " is going on or was broken off; wait for it, or empty the folder and restore again.");
            }
            if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
            FileChannel lockFile =
                    FileChannel.open(folder.resolve("owner.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(lockFile) == null) {
                lockFile.close();
                throw Failure.unavailable("Another process already serves the data folder " + folder
                        + "; stop it first or set CMS_DATA to another folder.");
            }
            sweep(folder.resolve(SCRATCH));
            return new DataFolder(folder, lockFile);
        } catch (IOException failed) {
            throw Failure.unavailable("CMS_DATA is " + folder + ", a folder that cannot be made or written: "
                            + failed.getMessage() + ".")
                    .causedBy(failed);
        }
    }

    private static void sweep(Path scratch) throws IOException {
        Files.createDirectories(scratch);
        List<Path> left;
        try (Stream<Path> below = Files.walk(scratch)) {
            left = below.sorted(Comparator.reverseOrder())
                    .filter(path -> !path.equals(scratch))
                    .toList();
        }
        for (Path path : left) {
            Files.deleteIfExists(path);
        }
    }

    Path folder() {
        return folder;
    }

    Path database() {
        return folder.resolve("cms.db");
    }

    Path repositories() {
        return folder.resolve("repositories");
    }

    /** Copies of the repositories of a remote host; they can be fetched again. */
    Path mirrors() {
        return folder.resolve("mirrors");
    }

    /** Folder of the marks of background readings. */
    Path reading() {
        return folder.resolve("reading");
    }

    /** Folder of the derived history of each project; it can be made again. */
    Path histories() {
        return folder.resolve("histories");
    }

    Path objects() {
        return folder.resolve("objects");
    }

    /** Folder of temporary files, which do not outlive the process. */
    Path scratch() {
        return folder.resolve("scratch");
    }

    Path secret() {
        return folder.resolve("secret");
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }
}
