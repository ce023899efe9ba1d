package cms.upkeep;

import cms.platform.db.DatabaseLocation;
import cms.platform.objects.Objects;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an instance keeps everything.
 *
 * @param data the data folder
 * @param server PostgreSQL; empty when the rows are in a file of the data folder
 * @param bucket a store of objects elsewhere; empty when they are in the data folder
 * @param secret what a backup has to be sealed with to come back here; empty when nobody compares
 */
public record InstanceStorage(
        Path data, Optional<String> server, Optional<Objects> bucket, Optional<SealingMark> secret) {
    /** Where nobody compares the secret. */
    public InstanceStorage(Path data, Optional<String> server, Optional<Objects> bucket) {
        this(data, server, bucket, Optional.empty());
    }

    /** In the data folder while a restore fills it; with it there the service does not start. */
    public static final String UNFINISHED = ".restoring";

    /** What the rows and the folder know each other by. */
    static final String IDENTITY = "instance";

    static final String DATABASE = "cms.db";
    static final String SECRET = "secret";
    static final String REPOSITORIES = "repositories";
    static final String OBJECTS = "objects";
    static final String ROWS = "rows";

    DatabaseLocation location() {
        return location(data);
    }

    /** The same with the rows' file in another folder. */
    DatabaseLocation location(Path folder) {
        return server.<DatabaseLocation>map(DatabaseLocation.Server::new)
                .orElseGet(() -> new DatabaseLocation.File(folder.resolve(DATABASE)));
    }
}
