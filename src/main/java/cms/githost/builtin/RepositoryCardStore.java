package cms.githost.builtin;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code git_repositories}. */
final class RepositoryCardStore {
    Optional<RepositoryCard> find(Tx tx, String fullName) {
        return tx.query("""
                SELECT id, full_name, is_private, description, created_at
                FROM git_repositories
                WHERE full_name = :fullName
                """)
                .bind("fullName", fullName)
                .map((row, context) -> card(row))
                .findOne();
    }

    List<RepositoryCard> list(Tx tx, String owner) {
        return tx.query("""
                SELECT id, full_name, is_private, description, created_at
                FROM git_repositories
                WHERE owner = :owner
                ORDER BY created_at DESC, full_name
                """)
                .bind("owner", owner)
                .map((row, context) -> card(row))
                .list();
    }

    /** Stores a card unless its name has one; false then. Waits for a transaction that is storing one. */
    boolean insert(Tx tx, RepositoryCard card) {
        return tx.update("""
                INSERT INTO git_repositories (id, owner, full_name, is_private, description, created_at)
                VALUES (:id, :owner, :fullName, :isPrivate, :description, :createdAt)
                ON CONFLICT DO NOTHING
                """)
                        .bind("id", card.id())
                        .bind(
                                "owner",
                                card.fullName().substring(0, card.fullName().indexOf('/')))
                        .bind("fullName", card.fullName())
                        .bind("isPrivate", card.isPrivate() ? 1 : 0)
                        .bind("description", card.description())
                        .bind("createdAt", card.createdAt().toEpochMilli())
                        .execute()
                == 1;
    }

    private static RepositoryCard card(ResultSet row) throws SQLException {
        return new RepositoryCard(
                row.getLong("id"),
                row.getString("full_name"),
                row.getInt("is_private") != 0,
                row.getString("description"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
