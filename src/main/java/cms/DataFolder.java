package cms;

import cms.platform.failure.Failure;
import cms.upkeep.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** The folder that holds everything of this instance; one process owns it at a time. */
final class DataFolder implements AutoCloseable {
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
            if (Files.exists(folder.resolve(Place.UNFINISHED))) {
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
            return new DataFolder(folder, lockFile);
        } catch (IOException failed) {
            throw Failure.unavailable("CMS_DATA is " + folder + ", a folder that cannot be made or written: "
                            + failed.getMessage() + ".")
                    .causedBy(failed);
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

    /** Marks of what is being read in the background. */
    Path reading() {
        return folder.resolve("reading");
    }

    /** What is known of the history of each project; it can be made again. */
    Path histories() {
        return folder.resolve("histories");
    }

    Path objects() {
        return folder.resolve("objects");
    }

    /** Files without names; nothing in it outlives the process. */
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
