package cms.auth.once;

import cms.platform.db.Tx;
import java.util.Optional;

/** SQL of the table {@code one_time_codes}. */
final class OneTimeCodeStore {
    /** Inserts a hash; true when it did not exist. */
    boolean insert(Tx tx, String hash, String content, long expiresAt) {
        return tx.update("""
                INSERT INTO one_time_codes (hash, content, expires_at)
                VALUES (:hash, :content, :expiresAt)
                ON CONFLICT (hash) DO NOTHING
                """)
                        .bind("hash", hash)
                        .bind("content", content)
                        .bind("expiresAt", expiresAt)
                        .execute()
                == 1;
    }

    /** Inserts a hash, or renews an expired one; true for one of two concurrent transactions only. */
    boolean insertOrRenew(Tx tx, String hash, long expiresAt, long nowMillis) {
        return tx.update("""
                INSERT INTO one_time_codes (hash, content, expires_at)
                VALUES (:hash, '', :expiresAt)
                ON CONFLICT (hash) DO UPDATE SET expires_at = excluded.expires_at
                WHERE one_time_codes.expires_at <= :now
                """)
                        .bind("hash", hash)
                        .bind("expiresAt", expiresAt)
                        .bind("now", nowMillis)
                        .execute()
                == 1;
    }

    /** Deletes a code and returns its content in one statement, so that two requests never both get it. */
    Optional<String> take(Tx tx, String hash, long nowMillis) {
        return tx.query("DELETE FROM one_time_codes WHERE hash = :hash RETURNING content, expires_at")
                .bind("hash", hash)
                .map((row, context) -> row.getLong("expires_at") > nowMillis
                        ? Optional.of(row.getString("content"))
                        : Optional.<String>empty())
                .findOne()
                .flatMap(content -> content);
    }

    void deleteExpired(Tx tx, long nowMillis) {
        tx.update("DELETE FROM one_time_codes WHERE expires_at <= :now")
                .bind("now", nowMillis)
                .execute();
    }
}
