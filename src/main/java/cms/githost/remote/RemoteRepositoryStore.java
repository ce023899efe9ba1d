package cms.githost.remote;

import cms.githost.provider.AccessStatus;
import cms.githost.provider.RepositoryState;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code remote_repositories}. */
final class RemoteRepositoryStore {
    private static final String COLUMNS =
            " id, full_name, installation_id, default_branch, protected_default, reach, looked_at ";

    Optional<RepositoryState> find(Tx tx, String fullName) {
        return tx.query("SELECT" + COLUMNS + "FROM remote_repositories WHERE full_name = :fullName")
                .bind("fullName", fullName)
                .map((row, context) -> state(row))
                .findOne();
    }

    Optional<RepositoryState> find(Tx tx, long id) {
        return tx.query("SELECT" + COLUMNS + "FROM remote_repositories WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> state(row))
                .findOne();
    }

    List<RepositoryState> ofInstallation(Tx tx, long installationId) {
        return tx.query("SELECT" + COLUMNS + """
                FROM remote_repositories WHERE installation_id = :installationId ORDER BY full_name
                """)
                .bind("installationId", installationId)
                .map((row, context) -> state(row))
                .list();
    }

    /** Stores the state of a repository, and deletes another one that had its name before. */
    void put(Tx tx, RepositoryState state) {
        tx.update("DELETE FROM remote_repositories WHERE full_name = :fullName AND id <> :id")
                .bind("fullName", state.fullName())
                .bind("id", state.id())
                .execute();
        tx.update("""
                INSERT INTO remote_repositories
                    (id, full_name, installation_id, default_branch, protected_default, reach, looked_at)
                VALUES (:id, :fullName, :installationId, :defaultBranch, :protectedDefault, :reach, :lookedAt)
                ON CONFLICT (id) DO UPDATE
                SET full_name = excluded.full_name, installation_id = excluded.installation_id,
                    default_branch = excluded.default_branch, protected_default = excluded.protected_default,
                    reach = excluded.reach, looked_at = excluded.looked_at
                """)
                .bind("id", state.id())
                .bind("fullName", state.fullName())
                .bind("installationId", state.installationId())
                .bind("defaultBranch", state.defaultBranch())
                .bind("protectedDefault", state.protectedDefault() ? 1 : 0)
                .bind("reach", state.reach().key())
                .bind("lookedAt", state.lookedAt().toEpochMilli())
                .execute();
    }

    /** Stores what a look has found; false where the repository has another name or installation by now. */
    boolean update(Tx tx, RepositoryState looked) {
        return tx.update("""
                UPDATE remote_repositories
                SET default_branch = :defaultBranch, protected_default = :protectedDefault, reach = :reach,
                    looked_at = :lookedAt
                WHERE id = :id AND full_name = :fullName AND installation_id = :installationId
                """)
                        .bind("id", looked.id())
                        .bind("fullName", looked.fullName())
                        .bind("installationId", looked.installationId())
                        .bind("defaultBranch", looked.defaultBranch())
                        .bind("protectedDefault", looked.protectedDefault() ? 1 : 0)
                        .bind("reach", looked.reach().key())
                        .bind("lookedAt", looked.lookedAt().toEpochMilli())
                        .execute()
                == 1;
    }

    private static RepositoryState state(ResultSet row) throws SQLException {
        return new RepositoryState(
                row.getLong("id"),
                row.getString("full_name"),
                row.getLong("installation_id"),
                row.getString("default_branch"),
                row.getInt("protected_default") != 0,
                AccessStatus.ofStored(row.getString("reach")),
                Instant.ofEpochMilli(row.getLong("looked_at")));
    }
}
