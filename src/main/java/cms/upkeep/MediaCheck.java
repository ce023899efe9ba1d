package cms.upkeep;

import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Compares the rows of assets with their bytes; derivatives can be made again and are left out. */
final class MediaCheck {
    private static final int BUFFER_BYTES = 1 << 20;

    private final BackupObjects objects;
    private final boolean deep;
    private final List<String> problems = new ArrayList<>();
    private final Set<String> looked = new HashSet<>();

    /** @param deep whether bytes are read and compared with the digests of the rows */
    MediaCheck(BackupObjects objects, boolean deep) {
        this.objects = objects;
        this.deep = deep;
    }

    List<String> problems(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet assets = statement.executeQuery(
                        "SELECT id, project_id, master, delivered, variants FROM media_assets ORDER BY project_id,"
                                + " id")) {
            while (assets.next()) {
                String whose = "asset " + assets.getString(1) + " of project " + assets.getString(2);
                List<JsonNode> files = new ArrayList<>();
                files.add(Json.parse(assets.getString(3)));
                files.add(Json.parse(assets.getString(4)));
                Json.parse(assets.getString(5)).forEach(files::add);
                for (JsonNode file : files) {
                    look(whose, assets.getString(2), file);
                }
            }
        }
        return problems;
    }

    private void look(String whose, String projectId, JsonNode file) {
        String blob = file.path("blob").asString("");
        if (!looked.add(blob)) {
            return;
        }
        long size = file.path("size").asLong();
        try (FileChannel bytes = objects.open("media/" + projectId + "/" + blob).orElse(null)) {
            if (bytes == null) {
                problems.add("Bytes of " + whose + " are missing (" + blob + ").");
            } else if (bytes.size() != size) {
                problems.add("Bytes of " + whose + " are damaged: " + blob + " has " + bytes.size() + " bytes, not "
                        + size + ".");
            } else if (deep && !digest(bytes).equals(file.path("hash").asString(""))) {
                problems.add("Bytes of " + whose + " are damaged: " + blob + " has another digest.");
            }
        } catch (IOException unreadable) {
            problems.add("Bytes of " + whose + " cannot be read (" + unreadable.getMessage() + ").");
        }
    }

    private static String digest(FileChannel bytes) throws IOException {
        MessageDigest digest = Hashes.sha256();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        while (bytes.read(buffer.clear()) >= 0) {
            digest.update(buffer.flip());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Whether an object of this key belongs to an asset, and cannot be made or sent again. */
    static boolean isOriginal(String key) {
        return !key.startsWith("media-derived/") && !key.startsWith("media-parts/");
    }

    /** The check; empty for a database of an older version without a table of assets. */
    static Optional<MediaCheck> of(Connection connection, BackupObjects objects, boolean deep) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "media_assets", null)) {
            return tables.next() ? Optional.of(new MediaCheck(objects, deep)) : Optional.empty();
        }
    }
}
