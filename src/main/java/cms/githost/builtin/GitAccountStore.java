package cms.githost.builtin;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** SQL of the table {@code git_accounts}. */
final class GitAccountStore {
    Optional<GitAccount> findByUser(Tx tx, String userId) {
        return tx.query("""
                SELECT installation_id, user_id, login, created_at
                FROM git_accounts
                WHERE user_id = :userId
                """)
                .bind("userId", userId)
                .map((row, context) -> account(row))
                .findOne();
    }

    Optional<GitAccount> findByInstallation(Tx tx, long installationId) {
        return tx.query("""
                SELECT installation_id, user_id, login, created_at
                FROM git_accounts
                WHERE installation_id = :installationId
                """)
                .bind("installationId", installationId)
                .map((row, context) -> account(row))
                .findOne();
    }

    boolean isTaken(Tx tx, String login) {
        return tx.query("SELECT COUNT(*) FROM git_accounts WHERE login = :login")
                        .bind("login", login)
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    void insert(Tx tx, GitAccount account) {
        tx.update("""
                INSERT INTO git_accounts (installation_id, user_id, login, created_at)
                VALUES (:installationId, :userId, :login, :createdAt)
                """)
                .bind("installationId", account.installationId())
                .bind("userId", account.userId())
                .bind("login", account.login())
                .bind("createdAt", account.createdAt().toEpochMilli())
                .execute();
    }

    private static GitAccount account(ResultSet row) throws SQLException {
        return new GitAccount(
                row.getLong("installation_id"),
                row.getString("user_id"),
                row.getString("login"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
