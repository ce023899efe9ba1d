package cms.media.use;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/** SQL of the tables {@code media_uses} and {@code media_use_marks}. */
final class UseStore {
    private static final int ROWS_MAX = 10_000;

    /**
     * The commit up to which a branch has been indexed.
     *
     * @param base the commit that a change was compared with; empty for the trunk
     */
    record Mark(String branch, String commit, String base) {}

    List<Use> of(Tx tx, String projectId, Collection<String> assetIds) {
        if (assetIds.isEmpty()) {
            return List.of();
        }
        return tx.query("""
            SELECT DISTINCT asset_id, model_id, entry_id, locale, field_id, branch FROM media_uses
            WHERE project_id = :projectId AND asset_id IN (<ids>)
            ORDER BY branch, model_id, entry_id, locale, field_id LIMIT :most
            """)
                .bindList("ids", List.copyOf(assetIds))
                .bind("projectId", projectId)
                .bind("most", ROWS_MAX)
                .map(UseStore::use)
                .list();
    }

    /** The ids among these that name an asset which is not in the bin. */
    List<String> there(Tx tx, String projectId, Collection<String> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        return tx.query("""
            SELECT id FROM media_assets WHERE project_id = :projectId AND deleted_at IS NULL AND id IN (<ids>)
            """)
                .bindList("ids", List.copyOf(ids))
                .bind("projectId", projectId)
                .mapTo(String.class)
                .list();
    }

    /** The places where a branch names assets that do not exist. */
    List<Use> missing(Tx tx, String projectId, String branch, int limit) {
        return tx.query("""
            SELECT DISTINCT u.asset_id, u.model_id, u.entry_id, u.locale, u.field_id, u.branch FROM media_uses u
            LEFT JOIN media_assets a ON a.id = u.asset_id AND a.project_id = u.project_id AND a.deleted_at IS NULL
            WHERE u.project_id = :projectId AND u.branch = :branch AND a.id IS NULL
            ORDER BY u.model_id, u.entry_id, u.locale, u.field_id LIMIT :limit
            """)
                .bind("projectId", projectId)
                .bind("branch", branch)
                .bind("limit", limit)
                .map(UseStore::use)
                .list();
    }

    private static Use use(ResultSet row, StatementContext context) throws SQLException {
        return new Use(
                row.getString("asset_id"),
                row.getString("model_id"),
                row.getString("entry_id"),
                row.getString("locale"),
                row.getString("field_id"),
                row.getString("branch"));
    }

    /** The rows of some files of a branch, by path and asset. */
    Map<String, Map<String, Set<Use>>> inFiles(Tx tx, String projectId, String branch, List<String> paths) {
        Map<String, Map<String, Set<Use>>> found = new HashMap<>();
        tx.query("""
            SELECT path, asset_id, model_id, entry_id, locale, field_id, branch FROM media_uses
            WHERE project_id = :projectId AND branch = :branch AND path IN (<paths>)
            """)
                .bindList("paths", paths)
                .bind("projectId", projectId)
                .bind("branch", branch)
                .map((row, context) -> Map.entry(row.getString("path"), use(row, context)))
                .forEach(row -> found.computeIfAbsent(row.getKey(), path -> new HashMap<>())
                        .computeIfAbsent(row.getValue().assetId(), asset -> new HashSet<>())
                        .add(row.getValue()));
        return found;
    }

    /** A file and the number of its rows. */
    record Counted(String path, long rows) {}

    List<Counted> files(Tx tx, String projectId, String branch) {
        return files(tx.query(counting("")), projectId, branch);
    }

    /** Those of {@code paths} that have rows. */
    List<Counted> files(Tx tx, String projectId, String branch, List<String> paths) {
        return files(tx.query(counting(" AND path IN (<paths>)")).bindList("paths", paths), projectId, branch);
    }

    private static String counting(String where) {
        return "SELECT path, COUNT(*) AS uses FROM media_uses WHERE project_id = :projectId AND branch = :branch"
                + where + " GROUP BY path";
    }

    private static List<Counted> files(Query query, String projectId, String branch) {
        return query.bind("projectId", projectId)
                .bind("branch", branch)
                .map((row, context) -> new Counted(row.getString("path"), row.getLong("uses")))
                .list();
    }

    /** Number of rows of a branch, or of all others. */
    long count(Tx tx, String projectId, String branch, boolean ofIt) {
        return tx.query("SELECT COUNT(*) FROM media_uses WHERE project_id = :projectId AND branch "
                        + (ofIt ? "=" : "<>") + " :branch")
                .bind("projectId", projectId)
                .bind("branch", branch)
                .mapTo(Long.class)
                .one();
    }

    /** Removes what a file of a branch has of some assets; answers how many rows there were. */
    int remove(Tx tx, String projectId, String branch, String path, List<String> assetIds) {
        return tx.update("""
            DELETE FROM media_uses
            WHERE project_id = :projectId AND branch = :branch AND path = :path AND asset_id IN (<ids>)
            """)
                .bindList("ids", assetIds)
                .bind("projectId", projectId)
                .bind("branch", branch)
                .bind("path", path)
                .execute();
    }

    /** Removes the rows of some files of a branch; answers how many there were. */
    int removeFiles(Tx tx, String projectId, String branch, List<String> paths) {
        return tx.update(
                        "DELETE FROM media_uses WHERE project_id = :projectId AND branch = :branch AND path IN (<paths>)")
                .bindList("paths", paths)
                .bind("projectId", projectId)
                .bind("branch", branch)
                .execute();
    }

    /** Adds uses in a file, {@code most} of them; answers how many. */
    int add(Tx tx, String projectId, String path, Collection<Use> uses, int most) {
        List<Use> added = uses.stream().limit(most).toList();
        for (Use use : added) {
            tx.update("""
                INSERT INTO media_uses (project_id, branch, path, asset_id, model_id, entry_id, locale, field_id)
                VALUES (:projectId, :branch, :path, :assetId, :modelId, :entryId, :locale, :fieldId)
                """)
                    .bind("projectId", projectId)
                    .bind("branch", use.branch())
                    .bind("path", path)
                    .bind("assetId", use.assetId())
                    .bind("modelId", use.modelId())
                    .bind("entryId", use.entryId())
                    .bind("locale", use.locale())
                    .bind("fieldId", use.fieldId())
                    .execute();
        }
        return added.size();
    }

    List<Mark> marks(Tx tx, String projectId) {
        return tx.query("SELECT branch, commit_sha, base_sha FROM media_use_marks WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .map((row, context) ->
                        new Mark(row.getString("branch"), row.getString("commit_sha"), row.getString("base_sha")))
                .list();
    }

    void put(Tx tx, String projectId, Mark mark) {
        tx.update("""
            INSERT INTO media_use_marks (project_id, branch, commit_sha, base_sha)
            VALUES (:projectId, :branch, :commit, :base)
            ON CONFLICT (project_id, branch) DO UPDATE SET commit_sha = excluded.commit_sha,
                base_sha = excluded.base_sha
            """)
                .bind("projectId", projectId)
                .bind("branch", mark.branch())
                .bind("commit", mark.commit())
                .bind("base", mark.base())
                .execute();
    }

    void removeMark(Tx tx, String projectId, String branch) {
        tx.update("DELETE FROM media_use_marks WHERE project_id = :projectId AND branch = :branch")
                .bind("projectId", projectId)
                .bind("branch", branch)
                .execute();
    }

    void forgetProject(Tx tx, String projectId) {
        for (String table : List.of("media_uses", "media_use_marks")) {
            tx.update("DELETE FROM " + table + " WHERE project_id = :projectId")
                    .bind("projectId", projectId)
                    .execute();
        }
    }
}
