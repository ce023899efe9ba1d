package cms.upkeep;

import cms.platform.db.DatabaseLocation;
import cms.platform.objects.Objects;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The storage of an instance.
 *
 * @param data the data folder
 * @param server PostgreSQL; empty when the rows are in a file of the data folder
 * @param bucket an external store of objects; empty when they are in the data folder
 * @param secret compared with the sealing key of a backup before it is restored; empty for no comparison
 */
public record InstanceStorage(
        Path data, Optional<String> server, Optional<Objects> bucket, Optional<SealingMark> secret) {
    /** Storage for commands that do not compare the secret. */
    public InstanceStorage(Path data, Optional<String> server, Optional<Objects> bucket) {
        this(data, server, bucket, Optional.empty());
    }

    /** Folder in the data folder while a restore fills it; the service does not start while it exists. */
    public static final String UNFINISHED = ".restoring";

    /** File with the identity that the data folder shares with its database. */
    static final String IDENTITY = "instance";

    static final String DATABASE = "cms.db";
    static final String SECRET = "secret";
    static final String REPOSITORIES = "repositories";
    static final String OBJECTS = "objects";
    static final String ROWS = "rows";

    DatabaseLocation location() {
        return location(data);
    }

    /** The location of the database, with its file in another folder. */
    DatabaseLocation location(Path folder) {
        return server.<DatabaseLocation>map(DatabaseLocation.Server::new)
                .orElseGet(() -> new DatabaseLocation.File(folder.resolve(DATABASE)));
    }
}
