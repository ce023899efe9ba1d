package cms;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Finds the sealing key, or makes one for a database in which nothing is sealed. */
final class SealingKey {
    private static final int SECRET_BYTES = 32;

    private SealingKey() {}

    /**
     * The key from the settings, or the one in the data folder (mode 0600), which is made where nothing is sealed yet.
     *
     * @throws Failure UNAVAILABLE when there is none, and the database was sealed with one
     */
    static String findOrCreate(Optional<String> fromSettings, Path file, Database database) {
        return fromSettings.orElseGet(() -> {
            try {
                if (!Files.exists(file)) {
                    requireUnsealed(database, file);
                    create(file);
                }
                return Files.readString(file).strip();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    private static void requireUnsealed(Database database, Path file) {
        if (database.read(SealedFacts::isSealed)) {
            throw Failure.unavailable("The key that this database was sealed with is missing: set it as CMS_SECRET, or"
                    + " bring back the file " + file + ".");
        }
    }

    /** Writes a new key to a temporary file and renames it, so that a crash leaves either no key or a whole one. */
    private static void create(Path file) throws IOException {
        Path aside = file.resolveSibling("secret.new");
        Files.deleteIfExists(aside);
        if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(aside, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        String key = new RandomTokens().base64Url(SECRET_BYTES) + "\n";
        Files.writeString(aside, key, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true); // The database must not outlive the only key that opens it.
        }
    }
}
