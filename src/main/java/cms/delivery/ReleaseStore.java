package cms.delivery;

import cms.platform.db.Tx;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** SQL of the tables {@code delivery_releases} and {@code delivery_pointers}. */
final class ReleaseStore {
    /**
     * A release whose objects are kept.
     *
     * @param since when readers got it
     * @param packs the builds whose packs hold its bytes
     */
    record Retained(String buildId, String commitSha, Set<String> packs, Instant since) {}

    /** Makes a release the one that readers get. */
    void point(Tx tx, String projectId, Retained release) {
        tx.update("""
                INSERT INTO delivery_releases (build_id, project_id, commit_sha, packs, created_at, ordinal)
                SELECT :buildId, :projectId, :commitSha, :packs, :now, COALESCE(MAX(ordinal), 0) + 1
                FROM delivery_releases WHERE project_id = :projectId
                """)
                .bind("buildId", release.buildId())
                .bind("projectId", projectId)
                .bind("commitSha", release.commitSha())
                .bind("packs", String.join(" ", release.packs()))
                .bind("now", release.since().toEpochMilli())
                .execute();
        tx.update("""
                INSERT INTO delivery_pointers (project_id, build_id) VALUES (:projectId, :buildId)
                ON CONFLICT (project_id) DO UPDATE SET build_id = excluded.build_id
                """)
                .bind("projectId", projectId)
                .bind("buildId", release.buildId())
                .execute();
    }

    /** The build whose release readers get. */
    Optional<String> current(Tx tx, String projectId) {
        return tx.query("SELECT build_id FROM delivery_pointers WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .mapTo(String.class)
                .findOne();
    }

    /** The kept releases of a project, newest first. */
    List<Retained> retained(Tx tx, String projectId) {
        return tx.query("""
                SELECT build_id, commit_sha, packs, created_at FROM delivery_releases
                WHERE project_id = :projectId
                ORDER BY ordinal DESC, created_at DESC, build_id DESC
                """)
                .bind("projectId", projectId)
                .map((row, context) -> new Retained(
                        row.getString("build_id"),
                        row.getString("commit_sha"),
                        Arrays.stream(row.getString("packs").split(" ")).collect(Collectors.toSet()),
                        Instant.ofEpochMilli(row.getLong("created_at"))))
                .list();
    }

    /** The build of the oldest kept release of a commit. */
    Optional<String> firstOf(Tx tx, String projectId, String commitSha) {
        return tx.query("""
                SELECT build_id FROM delivery_releases
                WHERE project_id = :projectId AND commit_sha = :commitSha
                ORDER BY ordinal, created_at, build_id
                LIMIT 1
                """)
                .bind("projectId", projectId)
                .bind("commitSha", commitSha)
                .mapTo(String.class)
                .findOne();
    }

    /** The build of the newest kept release of a commit. */
    Optional<String> newestOf(Tx tx, String projectId, String commitSha) {
        return tx.query("""
                SELECT build_id FROM delivery_releases
                WHERE project_id = :projectId AND commit_sha = :commitSha
                ORDER BY ordinal DESC, created_at DESC, build_id DESC
                LIMIT 1
                """)
                .bind("projectId", projectId)
                .bind("commitSha", commitSha)
                .mapTo(String.class)
                .findOne();
    }

    void forget(Tx tx, String buildId) {
        tx.update("DELETE FROM delivery_releases WHERE build_id = :buildId")
                .bind("buildId", buildId)
                .execute();
    }

    void deleteAll(Tx tx, String projectId) {
        tx.update("DELETE FROM delivery_pointers WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
        tx.update("DELETE FROM delivery_releases WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }
}
