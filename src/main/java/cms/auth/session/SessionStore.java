package cms.auth.session;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** SQL of the tables {@code session_families} and {@code refresh_tokens}. */
final class SessionStore {
    /** Sessions that cannot be refreshed any more, and those opened from them. */
    private static final String LAPSED = """
        WITH RECURSIVE lapsed (id) AS (
            SELECT id FROM session_families f
            WHERE NOT EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.family_id = f.id)
            UNION
            SELECT f.id FROM session_families f JOIN lapsed l ON f.parent_id = l.id)
        SELECT id FROM lapsed
        """;

    /** @param provider the name of the provider that the sign-in went through */
    record Family(String id, String userId, String provider, String accountId, SessionOrigin origin, long endsAt) {}

    /** @param rotatedAt null while the token is the newest of its family */
    record RefreshToken(
            String familyId,
            String userId,
            long expiresAt,
            @Nullable Long rotatedAt,
            @Nullable String successor) {}

    void insertFamily(Tx tx, Family family, long nowMillis) {
        tx.update("""
            INSERT INTO session_families (id, user_id, provider, account_id, created_at, parent_id, ends_at, device,
                address, last_used_at)
            VALUES (:id, :userId, :provider, :accountId, :now, :parentId, :endsAt, :device, :address, :now)
            """)
                .bind("id", family.id())
                .bind("userId", family.userId())
                .bind("provider", family.provider())
                .bind("accountId", family.accountId())
                .bind("parentId", family.origin().parentId())
                .bind("endsAt", family.endsAt())
                .bind("device", family.origin().device())
                .bind("address", family.origin().address())
                .bind("now", nowMillis)
                .execute();
    }

    /** The end of a session, however it is used; empty for one that is unknown, revoked or without such an end. */
    OptionalLong endOf(Tx tx, String familyId) {
        return tx.query("SELECT ends_at FROM session_families WHERE id = :id AND revoked_at IS NULL AND ends_at IS NOT"
                        + " NULL")
                .bind("id", familyId)
                .mapTo(Long.class)
                .findOne()
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** Records the use of a session and locks its row until the transaction ends; false when it was revoked. */
    boolean used(Tx tx, String familyId, long nowMillis) {
        return tx.update("UPDATE session_families SET last_used_at = :now WHERE id = :id AND revoked_at IS NULL")
                        .bind("id", familyId)
                        .bind("now", nowMillis)
                        .execute()
                == 1;
    }

    List<OpenSession> open(Tx tx, String userId, long nowMillis) {
        return tx.query("""
            SELECT id, provider, device, address, created_at, COALESCE(last_used_at, created_at) AS used_at, ends_at
            FROM session_families f
            WHERE user_id = :userId AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > :now)
                AND EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.family_id = f.id AND t.expires_at > :now)
            ORDER BY used_at DESC, id
            """)
                .bind("userId", userId)
                .bind("now", nowMillis)
                .map((row, context) -> new OpenSession(
                        row.getString("id"),
                        row.getString("provider"),
                        Objects.requireNonNullElse(row.getString("device"), ""),
                        Objects.requireNonNullElse(row.getString("address"), ""),
                        Instant.ofEpochMilli(row.getLong("created_at")),
                        Instant.ofEpochMilli(row.getLong("used_at")),
                        Optional.ofNullable(Columns.instant(row, "ends_at"))))
                .list();
    }

    /** Whether a session that has not ended belongs to the person. */
    boolean isOf(Tx tx, String userId, String familyId) {
        return tx.query("SELECT 1 FROM session_families WHERE id = :id AND user_id = :userId AND revoked_at IS NULL")
                .bind("id", familyId)
                .bind("userId", userId)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
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

    /** A refresh token; empty when its family has ended. */
    Optional<RefreshToken> findToken(Tx tx, String hash, long nowMillis) {
        return tx.query("""
            SELECT t.family_id, f.user_id, t.expires_at, t.rotated_at, t.successor
            FROM refresh_tokens t JOIN session_families f ON f.id = t.family_id
            WHERE t.hash = :hash AND f.revoked_at IS NULL AND (f.ends_at IS NULL OR f.ends_at > :now)
            """)
                .bind("hash", hash)
                .bind("now", nowMillis)
                .map((row, context) -> new RefreshToken(
                        row.getString("family_id"),
                        row.getString("user_id"),
                        row.getLong("expires_at"),
                        Columns.number(row, "rotated_at"),
                        row.getString("successor")))
                .findOne();
    }

    /** Rotates the token; true for one caller alone, false when it was rotated before. */
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

    /** Revokes a session and those opened from it, also those opened while it waits for their rows. */
    void revoke(Tx tx, String familyId, long nowMillis) {
        int ended;
        do {
            ended = revokeSeen(tx, familyId, nowMillis);
        } while (ended > 0);
    }

    private static int revokeSeen(Tx tx, String familyId, long nowMillis) {
        return tx.update("""
            UPDATE session_families SET revoked_at = :now
            WHERE revoked_at IS NULL AND id IN (
                WITH RECURSIVE gone (id) AS (
                    SELECT id FROM session_families WHERE id = :id
                    UNION
                    SELECT f.id FROM session_families f JOIN gone g ON f.parent_id = g.id)
                SELECT id FROM gone)
            """).bind("id", familyId).bind("now", nowMillis).execute();
    }

    /** Deletes families without a token that can be refreshed, those opened from them, and all their tokens. */
    void deleteExpired(Tx tx, long nowMillis) {
        tx.update("DELETE FROM refresh_tokens WHERE expires_at <= :now")
                .bind("now", nowMillis)
                .execute();
        tx.update("DELETE FROM refresh_tokens WHERE family_id IN (" + LAPSED + ")")
                .execute();
        tx.update("""
            DELETE FROM session_families
            WHERE NOT EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.family_id = session_families.id)
            """).execute();
    }
}
