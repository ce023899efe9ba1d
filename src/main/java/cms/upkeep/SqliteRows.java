package cms.upkeep;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Rows in a file: SQLite itself writes a second file from one state of the first, while others read and write. */
record SqliteRows(InstanceStorage place) implements BackupRows {
    @Override
    public String kind() {
        return "sqlite";
    }

    @Override
    public void copyTo(Archive archive, ObjectNode facts, Path aside) throws IOException, SQLException {
        facts.put(KIND, kind());
        Path file = place.data().resolve(InstanceStorage.DATABASE);
        if (!Files.isRegularFile(file)) {
            throw Failure.notFound("The data folder " + place.data() + " has no database; check CMS_DATA.");
        }
        Disk.deleteQuietly(aside);
        try {
            Files.createFile(aside, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (Connection connection = Database.connect(place.location());
                    Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = 10000");
                statement.execute("VACUUM INTO '" + aside.toString().replace("'", "''") + "'");
            }
            archive.add(InstanceStorage.DATABASE, aside);
        } finally {
            Disk.deleteQuietly(aside);
        }
    }

    @Override
    public void requireRoom(JsonNode manifest) {
        if (!kind().equals(manifest.path(KIND).asString(""))) {
            throw Failure.conflict("The rows of this backup come from PostgreSQL; set CMS_DATABASE_URL to an empty"
                    + " database of yours.");
        }
    }

    @Override
    public void bringBack(JsonNode manifest, Path unpacked) {
        // The file of the rows was unpacked to its place already.
    }
}
