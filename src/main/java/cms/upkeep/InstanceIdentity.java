package cms.upkeep;

import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Checks that a database and a data folder belong together: both hold the same identity. Otherwise an unmounted volume,
 * or a second instance with a folder of its own, would serve rows whose repositories it does not have.
 */
public final class InstanceIdentity {
    private static final String FACT = "data-folder";

    private InstanceIdentity() {}

    /**
     * Compares the two identities, or writes one to both where neither has any.
     *
     * @param folder the data folder, with the built-in repositories of the rows
     * @throws Failure CONFLICT, with what to do, when they do not belong together; nothing is changed then
     */
    public static void check(Database database, Path folder) {
        Optional<String> ofFolder = read(folder);
        Optional<String> ofRows = database.read(InstanceIdentity::read);
        if (ofRows.isPresent() && ofRows.equals(ofFolder)) {
            return;
        }
        if (ofRows.isPresent()) {
            throw foreign(
                    folder, ofFolder.isPresent() ? "belongs to another database" : "is not the one of this database");
        }
        List<String> repositories = database.read(InstanceIdentity::repositories);
        boolean known = repositories.isEmpty()
                || repositories.stream().anyMatch(name -> Files.isDirectory(repository(folder, name)));
        if (!known) {
            throw foreign(folder, "has none of the repositories that the database names");
        }
        if (repositories.isEmpty() && ofFolder.isPresent() && hasRepositories(folder)) {
            throw foreign(folder, "belongs to another database, and this one is empty");
        }
        mark(database, folder, ofFolder.orElseGet(() -> UUID.randomUUID().toString()));
    }

    /** Names of built-in repositories that have a row and no folder, at most a few. */
    public static List<String> missing(Database database, Path folder) {
        return database.read(InstanceIdentity::repositories).stream()
                .filter(name -> !Files.isRegularFile(repository(folder, name).resolve("HEAD")))
                .limit(10)
                .toList();
    }

    private static void mark(Database database, Path folder, String identity) {
        write(folder.resolve(InstanceStorage.IDENTITY), identity);
        database.writing(tx -> tx.update("INSERT INTO instance_facts (name, value) VALUES (:name, :value)")
                .bind("name", FACT)
                .bind("value", identity)
                .execute());
    }

    private static Optional<String> read(Tx tx) {
        return tx.query("SELECT value FROM instance_facts WHERE name = :name")
                .bind("name", FACT)
                .mapTo(String.class)
                .findFirst();
    }

    private static List<String> repositories(Tx tx) {
        return tx.query("SELECT full_name FROM git_repositories ORDER BY full_name")
                .mapTo(String.class)
                .list();
    }

    private static Path repository(Path folder, String name) {
        return folder.resolve(InstanceStorage.REPOSITORIES).resolve(name + ".git");
    }

    private static boolean hasRepositories(Path folder) {
        try {
            return !RepositoryFiles.below(folder.resolve(InstanceStorage.REPOSITORIES))
                    .isEmpty();
        } catch (IOException none) {
            return false;
        }
    }

    private static Optional<String> read(Path folder) {
        Path file = folder.resolve(InstanceStorage.IDENTITY);
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Writes the identity to a temporary file and renames it, before the row is written: a crash in between leaves a
     * folder that a fresh database adopts.
     */
    private static void write(Path file, String identity) {
        Path aside = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(
                    aside,
                    identity + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel folder = FileChannel.open(file.resolveSibling(""), StandardOpenOption.READ)) {
                folder.force(true);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Failure foreign(Path folder, String what) {
        return Failure.conflict("The data folder " + folder + " " + what + ": mount the folder of this database, set"
                + " CMS_DATA or CMS_DATABASE_URL to those that belong together, or restore a backup into both. Several"
                + " instances on one database need a Git host of their own (CMS_GIT_HOST_...).");
    }
}
