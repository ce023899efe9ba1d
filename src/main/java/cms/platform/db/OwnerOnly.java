package cms.platform.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the database file from other users of the machine, where the file system knows users.
 *
 * <p>SQLite gives its write-ahead log the permissions of the database file, so the file is made before SQLite opens it.
 */
final class OwnerOnly {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private OwnerOnly() {}

    /** Creates the file and its folder for the owner only; removes the rights of others from an existing file. */
    static void prepare(Path file) {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null && !Files.exists(folder)) {
                Files.createDirectories(folder, attributes(posix, FOLDER));
            }
            if (!Files.exists(file)) {
                Files.createFile(file, attributes(posix, FILE));
            } else if (posix) {
                tighten(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("The database file " + file + " cannot be prepared.", failed);
        }
    }

    private static void tighten(Path file) throws IOException {
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
        EnumSet<PosixFilePermission> kept = EnumSet.copyOf(found);
        if (kept.removeAll(OTHERS)) {
            LOG.warn("{} was open to other users of this machine; it is closed now", file);
            Files.setPosixFilePermissions(file, kept);
        }
    }

    private static FileAttribute<?>[] attributes(boolean posix, Set<PosixFilePermission> permissions) {
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
