package cms.upkeep;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rows of an instance in a backup and a restore. */
sealed interface BackupRows permits SqliteRows, PostgresRows {
    /** Member of the manifest that names the kind of database. */
    String KIND = "database";

    static BackupRows of(InstanceStorage place) {
        return place.server().isEmpty() ? new SqliteRows(place) : new PostgresRows(place);
    }

    String kind();

    /** Adds one consistent state of all rows to the archive, and the facts needed to restore them to the manifest. */
    void copyTo(Archive archive, ObjectNode facts, Path aside) throws IOException, SQLException;

    /** Fails with CONFLICT when the rows of this backup cannot be restored here; changes nothing. */
    void requireRoom(JsonNode manifest) throws SQLException;

    /** Restores the rows from the unpacked backup: all of them or none. */
    void bringBack(JsonNode manifest, Path unpacked) throws IOException, SQLException;
}
