package cms.auth.oauth;

import cms.platform.db.Tx;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** SQL of the table {@code provider_tokens}. */
final class HostTokenStore {
    private static final String PROVIDER = "git_host";

    /** The newest sealed token of a person. */
    Optional<String> find(Tx tx, String userId) {
        return tx.query("""
                SELECT sealed_token FROM provider_tokens WHERE user_id = :userId
                ORDER BY updated_at DESC, account_id LIMIT 1
                """).bind("userId", userId).mapTo(String.class).findOne();
    }

    Optional<HostTokens.Account> accountOf(Tx tx, String userId) {
        return tx.query("""
                SELECT account_id FROM provider_tokens WHERE user_id = :userId
                ORDER BY updated_at DESC, account_id LIMIT 1
                """)
                .bind("userId", userId)
                .map((row, context) -> new HostTokens.Account(userId, row.getString("account_id")))
                .findOne();
    }

    /** Claims the use of an account's refresh token; false while another instance has claimed it. */
    boolean claim(Tx tx, HostTokens.Account account, long nowMillis, long untilMillis) {
        return tx.update("""
                UPDATE provider_tokens SET renewing_until = :until
                WHERE provider = :provider AND account_id = :accountId AND renewing_until <= :now
                """)
                        .bind("provider", PROVIDER)
                        .bind("accountId", account.accountId())
                        .bind("until", untilMillis)
                        .bind("now", nowMillis)
                        .execute()
                == 1;
    }

    /** Releases a claim, unless it has expired and another instance has claimed it since. */
    void giveBack(Tx tx, HostTokens.Account account, long untilMillis) {
        tx.update("""
                UPDATE provider_tokens SET renewing_until = 0
                WHERE provider = :provider AND account_id = :accountId AND renewing_until = :until
                """)
                .bind("provider", PROVIDER)
                .bind("accountId", account.accountId())
                .bind("until", untilMillis)
                .execute();
    }

    void put(Tx tx, HostTokens.Account account, String sealed, long nowMillis) {
        tx.update("""
                INSERT INTO provider_tokens (provider, account_id, user_id, sealed_token, updated_at)
                VALUES (:provider, :accountId, :userId, :sealed, :now)
                ON CONFLICT (provider, account_id) DO UPDATE
                SET user_id = excluded.user_id, sealed_token = excluded.sealed_token, updated_at = excluded.updated_at
                """)
                .bind("provider", PROVIDER)
                .bind("accountId", account.accountId())
                .bind("userId", account.userId())
                .bind("sealed", sealed)
                .bind("now", nowMillis)
                .execute();
    }

    Map<HostTokens.Account, String> all(Tx tx) {
        Map<HostTokens.Account, String> all = new LinkedHashMap<>();
        tx.query("SELECT account_id, user_id, sealed_token FROM provider_tokens")
                .map((row, context) -> Map.entry(
                        new HostTokens.Account(row.getString("user_id"), row.getString("account_id")),
                        row.getString("sealed_token")))
                .forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return all;
    }
}
