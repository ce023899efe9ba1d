package cms.delivery;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** SQL of the table {@code delivery_builds}. */
final class BuildStore {
    private static final int LISTED_MAX = 20;

    /** A build that a stopped process left behind. */
    record Abandoned(String id, String projectId) {}

    void insert(Tx tx, Build build) {
        tx.update("""
                INSERT INTO delivery_builds (id, project_id, status, trigger_type, branch, commit_sha, started_at,
                    file_count, files_uploaded, total_size_bytes, changed_models, build_duration_ms, ordinal)
                SELECT :id, :projectId, :status, :trigger, :branch, :commitSha, :startedAt, 0, 0, 0, '[]', 0,
                    COALESCE(MAX(ordinal), 0) + 1
                FROM delivery_builds WHERE project_id = :projectId
                """)
                .bind("id", build.id())
                .bind("projectId", build.projectId())
                .bind("status", Build.Status.BUILDING.wireName())
                .bind("trigger", build.trigger().wireName())
                .bind("branch", build.branch())
                .bind("commitSha", build.commitSha())
                .bind("startedAt", build.startedAt().toEpochMilli())
                .execute();
    }

    void finish(Tx tx, BuildResult result, long now) {
        tx.update("""
                UPDATE delivery_builds
                SET status = :status, completed_at = :now, file_count = :files, files_uploaded = :uploaded,
                    total_size_bytes = :bytes, changed_models = :models, build_duration_ms = :duration,
                    error_message = :error
                WHERE id = :id
                """)
                .bind("status", result.status().wireName())
                .bind("now", now)
                .bind("files", result.files())
                .bind("uploaded", result.filesUploaded())
                .bind("bytes", result.totalSizeBytes())
                .bind("models", Json.text(result.changedModels()))
                .bind("duration", result.durationMillis())
                .bind("error", result.error())
                .bind("id", result.buildId())
                .execute();
    }

    /**
     * The newest builds in the shape of spec 2.12 and reference 3.7. An automatic build that repeats the failed one
     * before it is left out while it runs, because its row goes without a word when it fails in the same way.
     */
    List<ObjectNode> newest(Tx tx, String projectId) {
        List<ObjectNode> rows = tx.query("""
                SELECT * FROM delivery_builds
                WHERE project_id = :projectId
                ORDER BY ordinal DESC, started_at DESC, id DESC
                LIMIT :max
                """)
                .bind("projectId", projectId)
                .bind("max", LISTED_MAX + 1)
                .map((row, context) -> json(row))
                .list();
        return rows.stream()
                .skip(rows.size() > 1 && isRepeat(rows.getFirst(), rows.get(1)) ? 1 : 0)
                .limit(LISTED_MAX)
                .toList();
    }

    private static boolean isRepeat(ObjectNode build, ObjectNode before) {
        return Build.Status.BUILDING.wireName().equals(build.path("status").asString())
                && Build.Status.FAILED.wireName().equals(before.path("status").asString())
                && !Build.Trigger.MANUAL
                        .wireName()
                        .equals(build.path("trigger_type").asString())
                && before.path("branch").equals(build.path("branch"))
                && before.path("commit_sha").equals(build.path("commit_sha"));
    }

    List<Abandoned> abandoned(Tx tx) {
        return tx.query("SELECT id, project_id FROM delivery_builds WHERE status = :building")
                .bind("building", Build.Status.BUILDING.wireName())
                .map((row, context) -> new Abandoned(row.getString("id"), row.getString("project_id")))
                .list();
    }

    /** Keeps the newest builds only. */
    void forgetOlder(Tx tx, String projectId, int kept) {
        tx.update("""
                DELETE FROM delivery_builds
                WHERE project_id = :projectId AND id NOT IN (
                    SELECT id FROM delivery_builds
                    WHERE project_id = :projectId
                    ORDER BY ordinal DESC, started_at DESC, id DESC
                    LIMIT :kept)
                """).bind("projectId", projectId).bind("kept", kept).execute();
    }

    void delete(Tx tx, String id) {
        tx.update("DELETE FROM delivery_builds WHERE id = :id").bind("id", id).execute();
    }

    void deleteAll(Tx tx, String projectId) {
        tx.update("DELETE FROM delivery_builds WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }

    private static ObjectNode json(ResultSet row) throws SQLException {
        ObjectNode build = Json.object()
                .put("id", row.getString("id"))
                .put("status", row.getString("status"))
                .put("trigger_type", row.getString("trigger_type"))
                .put("commit_sha", row.getString("commit_sha"))
                .put("started_at", time(row, "started_at"))
                .put("completed_at", time(row, "completed_at"))
                .put("branch", row.getString("branch"))
                .put("file_count", row.getInt("file_count"))
                .put("files_uploaded", row.getInt("files_uploaded"))
                .put("total_size_bytes", row.getLong("total_size_bytes"));
        build.set("changed_models", Json.parse(row.getString("changed_models")));
        return build.put("build_duration_ms", row.getLong("build_duration_ms"))
                .put("error_message", row.getString("error_message"));
    }

    private static @Nullable String time(ResultSet row, String column) throws SQLException {
        Instant time = Columns.instant(row, column);
        return time == null ? null : time.toString();
    }
}
