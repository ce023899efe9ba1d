package cms;

import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.upkeep.SealingMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Finds the sealing key and checks that the database was sealed with it. */
final class SealingKey {
    private static final int SECRET_BYTES = 32;

    private SealingKey() {}

    /** The key from the settings, or the one in the data folder (mode 0600), which is made when missing. */
    static String findOrCreate(Optional<String> fromSettings, Path file) {
        return fromSettings.orElseGet(() -> {
            try {
                if (!Files.exists(file)) {
                    create(file);
                }
                return Files.readString(file).strip();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    /** @throws Failure UNAVAILABLE when the database holds a check value that this key cannot open */
    static void check(Database database, Seal seal) {
        database.writing(tx -> {
            Optional<String> stored = tx.query("SELECT value FROM instance_facts WHERE name = 'sealing-check'")
                    .mapTo(String.class)
                    .findFirst();
            if (stored.isPresent() && !SealingMark.opens(seal, stored.get())) {
                throw Failure.unavailable("CMS_SECRET is not the key that this database was sealed with;"
                        + " set the former key, or set it as CMS_SECRET_PREVIOUS.");
            }
            tx.update("""
                INSERT INTO instance_facts (name, value) VALUES ('sealing-check', :value)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """).bind("value", SealingMark.make(seal)).execute();
        });
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
