package cms.upkeep;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rows of an instance on their way into a backup and back. */
sealed interface BackupRows permits SqliteRows, PostgresRows {
    /** The member of the manifest that says where the rows were. */
    String KIND = "database";

    static BackupRows of(InstanceStorage place) {
        return place.server().isEmpty() ? new SqliteRows(place) : new PostgresRows(place);
    }

    String kind();

    /** Adds one consistent state of all rows, and what it takes to bring them back to the facts of the manifest. */
    void copyTo(Archive archive, ObjectNode facts, Path aside) throws IOException, SQLException;

    /** Fails with a sentence when the rows of this backup cannot come here; changes nothing. */
    void requireRoom(JsonNode manifest) throws SQLException;

    /** Brings the rows back from the unpacked backup: all of them or none. */
    void bringBack(JsonNode manifest, Path unpacked) throws IOException, SQLException;
}
