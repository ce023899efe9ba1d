package cms.auth.session;

import cms.platform.db.Tx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the tables {@code session_families} and {@code refresh_tokens}. */
final class SessionStore {
    /** @param provider the name of the provider that the sign-in went through */
    record Family(String id, String userId, String provider, String accountId) {}

    /** @param rotatedAt null while the token is the newest of its family */
    record RefreshToken(
            String familyId,
            String userId,
            long expiresAt,
            @Nullable Long rotatedAt,
            @Nullable String successor) {}

    void insertFamily(Tx tx, Family family, long nowMillis) {
        tx.update("""
                INSERT INTO session_families (id, user_id, provider, account_id, created_at)
                VALUES (:id, :userId, :provider, :accountId, :now)
                """)
                .bind("id", family.id())
                .bind("userId", family.userId())
                .bind("provider", family.provider())
                .bind("accountId", family.accountId())
                .bind("now", nowMillis)
                .execute();
    }

    void insertToken(Tx tx, String hash, String familyId, long expiresAt) {
        tx.update("""
                INSERT INTO refresh_tokens (hash, family_id, expires_at) VALUES (:hash, :familyId, :expiresAt)
                """)
                .bind("hash", hash)
                .bind("familyId", familyId)
                .bind("expiresAt", expiresAt)
                .execute();
    }

    /** The token, unless its family has been revoked. */
    Optional<RefreshToken> findToken(Tx tx, String hash) {
        return tx.query("""
                SELECT t.family_id, f.user_id, t.expires_at, t.rotated_at, t.successor
                FROM refresh_tokens t JOIN session_families f ON f.id = t.family_id
                WHERE t.hash = :hash AND f.revoked_at IS NULL
                """)
                .bind("hash", hash)
                .map((row, context) -> new RefreshToken(
                        row.getString("family_id"),
                        row.getString("user_id"),
                        row.getLong("expires_at"),
                        row.getObject("rotated_at") == null ? null : row.getLong("rotated_at"),
                        row.getString("successor")))
                .findOne();
    }

    /** True for the one caller that rotates the token; the others find it rotated. */
    boolean rotate(Tx tx, String hash, String sealedSuccessor, long nowMillis) {
        return tx.update("""
                UPDATE refresh_tokens SET rotated_at = :now, successor = :successor
                WHERE hash = :hash AND rotated_at IS NULL
                """)
                        .bind("hash", hash)
                        .bind("successor", sealedSuccessor)
                        .bind("now", nowMillis)
                        .execute()
                == 1;
    }

    void revoke(Tx tx, String familyId, long nowMillis) {
        tx.update("UPDATE session_families SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL")
                .bind("id", familyId)
                .bind("now", nowMillis)
                .execute();
    }

    /** Families go when no token of theirs can be refreshed any more; their tokens go with them. */
    void deleteExpired(Tx tx, long nowMillis) {
        tx.update("DELETE FROM refresh_tokens WHERE expires_at <= :now")
                .bind("now", nowMillis)
                .execute();
        tx.update("""
                DELETE FROM session_families
                WHERE NOT EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.family_id = session_families.id)
                """).execute();
    }
}
