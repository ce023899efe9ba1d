package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.media.sweep.OrphanedObjects;
import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import cms.platform.objects.FolderObjects;
import cms.upkeep.Commands;
import cms.upkeep.InstanceStorage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an instance keeps of media in its data folder, looked at from outside. */
final class StoredMedia {
    private final Supplier<Path> data;

    /** @param data is asked when it is needed */
    StoredMedia(Supplier<Path> data) {
        this.data = data;
    }

    void isUndamaged() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        InstanceStorage storage = new InstanceStorage(data.get(), Optional.empty(), Optional.empty());
        new Commands(storage, InstantSource.system(), out, out).run(List.of("check", "--deep"));
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("nothing is damaged");
    }

    /** Sweeps twice, 25 hours apart, while nothing runs: what is left then is what rows name. */
    void sweepLeavesWhatRowsName() {
        FolderObjects objects = new FolderObjects(data.get().resolve("objects"));
        try (Database rows = Database.open(new DatabaseLocation.File(data.get().resolve("cms.db")))) {
            InstantSource now = InstantSource.system();
            new OrphanedObjects(rows, objects, now).sweep();
            new OrphanedObjects(rows, objects, () -> now.instant().plus(Duration.ofHours(25))).sweep();
            List<String> named = rows.read(tx ->
                    tx.query("SELECT id FROM media_blobs").mapTo(String.class).list());
            assertThat(blobs()).containsExactlyInAnyOrderElementsOf(named);
        }
    }

    /** The names of the files of bytes. */
    Set<String> blobs() {
        return files("objects/media").map(StoredMedia::name).collect(Collectors.toSet());
    }

    /** How many parts of uploads lie there. */
    long parts() {
        return files("objects/media-parts").count();
    }

    /** The files of what is released. */
    Set<String> released() {
        return files("objects/delivery").map(StoredMedia::name).collect(Collectors.toSet());
    }

    /** Whether bytes are being written that have no name yet. */
    boolean isWriting() {
        return files("objects/.aside").anyMatch(file -> size(file) > 0);
    }

    /** Whether an upload lies in a folder of work. */
    boolean isTaking() {
        return files("scratch").anyMatch(file -> name(file).equals("upload") && size(file) > 0);
    }

    /** The state of each asset: its revision, and whether it is in the bin; as of the last commit. */
    Map<String, String> assets() {
        return rows(
                "SELECT id, revision || CASE WHEN deleted_at IS NULL THEN '' ELSE ' in the bin' END FROM media_assets");
    }

    /** How much of each upload in parts has been counted. */
    Map<String, String> uploads() {
        return rows("SELECT id, received FROM media_uploads WHERE asset_id IS NULL");
    }

    /** The bytes that rows name. */
    Set<String> named() {
        return rows("SELECT id, id FROM media_blobs").keySet();
    }

    /** Differs after each transaction that writes, from before its end on. */
    String log() {
        Path log = data.get().resolve("cms.db-wal");
        try {
            return Files.size(log) + " " + Files.getLastModifiedTime(log);
        } catch (IOException none) {
            return "";
        }
    }

    private Map<String, String> rows(String query) {
        // Read only: whoever writes would bring what a kill has left in order before the service does.
        String url = "jdbc:sqlite:file:" + data.get().resolve("cms.db") + "?mode=ro&busy_timeout=5000";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            Map<String, String> found = new TreeMap<>();
            while (rows.next()) {
                found.put(rows.getString(1), rows.getString(2));
            }
            return found;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private Stream<Path> files(String below) {
        Path folder = data.get().resolve(below);
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.walk(folder) : Stream.empty()) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (UncheckedIOException | IOException changing) {
            return Stream.empty(); // a folder went away under the walk: looked at again a moment later
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return 0;
        }
    }
}
