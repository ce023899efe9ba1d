package cms.auth;

import cms.platform.db.Tx;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** SQL of the table {@code provider_tokens}. */
final class HostTokenStore {
    /** The newest sealed token of a person. */
    Optional<String> find(Tx tx, String userId) {
        return tx.query("""
                SELECT sealed_token FROM provider_tokens WHERE user_id = :userId
                ORDER BY updated_at DESC, account_id LIMIT 1
                """).bind("userId", userId).mapTo(String.class).findOne();
    }

    Optional<SignedIn> accountOf(Tx tx, String userId) {
        return tx.query("""
                SELECT account_id FROM provider_tokens WHERE user_id = :userId
                ORDER BY updated_at DESC, account_id LIMIT 1
                """)
                .bind("userId", userId)
                .map((row, context) -> new SignedIn(userId, Provider.GIT_HOST, row.getString("account_id")))
                .findOne();
    }

    void put(Tx tx, SignedIn who, String sealed, long nowMillis) {
        tx.update("""
                INSERT INTO provider_tokens (provider, account_id, user_id, sealed_token, updated_at)
                VALUES (:provider, :accountId, :userId, :sealed, :now)
                ON CONFLICT (provider, account_id) DO UPDATE
                SET user_id = excluded.user_id, sealed_token = excluded.sealed_token, updated_at = excluded.updated_at
                """)
                .bind("provider", who.provider().key())
                .bind("accountId", who.accountId())
                .bind("userId", who.userId())
                .bind("sealed", sealed)
                .bind("now", nowMillis)
                .execute();
    }

    Map<SignedIn, String> all(Tx tx) {
        Map<SignedIn, String> all = new LinkedHashMap<>();
        tx.query("SELECT account_id, user_id, sealed_token FROM provider_tokens")
                .map((row, context) -> Map.entry(
                        new SignedIn(row.getString("user_id"), Provider.GIT_HOST, row.getString("account_id")),
                        row.getString("sealed_token")))
                .forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return all;
    }
}
