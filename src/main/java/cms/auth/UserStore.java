package cms.auth;

import cms.auth.identity.EmailTrust;
import cms.auth.identity.ProviderAccount;
import cms.auth.token.PersonalToken;
import cms.platform.db.Tx;
import cms.platform.mail.EmailAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the tables {@code users} and {@code provider_accounts}. */
final class UserStore {
    private static final String USER = """
        u.id, u.email, u.display_name, u.theme, COALESCE(u.uploaded_avatar, u.provider_avatar) AS avatar_url
        """;

    /** @param authority the issuer of the account's id; null for the built-in page */
    record Account(String userId, @Nullable String authority) {}

    Optional<Account> findAccount(Tx tx, Provider provider, String accountId) {
        return tx.query("""
            SELECT user_id, authority FROM provider_accounts
            WHERE provider = :provider AND account_id = :accountId
            """)
                .bind("provider", provider.key())
                .bind("accountId", accountId)
                .map((row, context) -> new Account(row.getString("user_id"), row.getString("authority")))
                .findOne();
    }

    Optional<String> findIdByEmail(Tx tx, String email, EmailTrust trust) {
        return tx.query("SELECT id FROM users WHERE email_key = :key AND email_trust = :trust")
                .bind("key", EmailAddress.keyOf(email))
                .bind("trust", trust.key())
                .mapTo(String.class)
                .findOne();
    }

    /** The person whose proven address this is, with the provider of the first sign-in. */
    Optional<SignedIn> findByProvenEmail(Tx tx, String email) {
        return tx.query("""
            SELECT id, provider, provider_account_id FROM users
            WHERE email_key = :key AND email_trust <> 'unverified'
            ORDER BY created_at, id
            LIMIT 1
            """)
                .bind("key", EmailAddress.keyOf(email))
                .map((row, context) -> new SignedIn(
                        row.getString("id"), provider(row.getString("provider")), row.getString("provider_account_id")))
                .findOne();
    }

    /** The session of a token family; empty when it has ended. */
    Optional<Session> findSession(Tx tx, String familyId, long nowMillis) {
        return tx.query("SELECT f.id AS family_id, f.provider, f.account_id, " + USER + """
            FROM session_families f JOIN users u ON u.id = f.user_id
            WHERE f.id = :familyId AND f.revoked_at IS NULL AND (f.ends_at IS NULL OR f.ends_at > :now)
            """)
                .bind("familyId", familyId)
                .bind("now", nowMillis)
                .map((row, context) -> new Session(
                        row.getString("family_id"),
                        provider(row.getString("provider")),
                        row.getString("account_id"),
                        user(row),
                        null))
                .findOne();
    }

    /** The session that a personal access token stands for; empty when its owner is gone. */
    Optional<Session> sessionOf(Tx tx, PersonalToken token) {
        return tx.query("SELECT " + USER + " FROM users u WHERE u.id = :id")
                .bind("id", token.owner().userId())
                .map((row, context) -> new Session(
                        "", provider(token.owner().provider()), token.owner().accountId(), user(row), token))
                .findOne();
    }

    /** Inserts an account; false when there is one with this id. */
    boolean insertAccount(Tx tx, SignedIn who, @Nullable String authority, long nowMillis) {
        return tx.update("""
            INSERT INTO provider_accounts (provider, account_id, user_id, authority, created_at)
            VALUES (:provider, :accountId, :userId, :authority, :now)
            ON CONFLICT (provider, account_id) DO NOTHING
            """)
                        .bind("provider", who.provider().key())
                        .bind("accountId", who.accountId())
                        .bind("userId", who.userId())
                        .bind("authority", authority)
                        .bind("now", nowMillis)
                        .execute()
                == 1;
    }

    /** Inserts a user; false when a concurrent sign-in has proven the same address. */
    boolean insert(Tx tx, SignedIn who, ProviderAccount account, String displayName, long nowMillis) {
        return tx.update("""
            INSERT INTO users (id, email, email_key, email_trust, display_name, theme, provider,
                               provider_account_id, provider_avatar, created_at)
            VALUES (:id, :email, :emailKey, :trust, :name, 'system', :provider, :accountId, :avatar, :now)
            ON CONFLICT DO NOTHING
            """)
                        .bind("id", who.userId())
                        .bind("email", account.email())
                        .bind("emailKey", EmailAddress.keyOf(account.email()))
                        .bind("trust", account.emailTrust().key())
                        .bind("name", displayName)
                        .bind("provider", who.provider().key())
                        .bind("accountId", who.accountId())
                        .bind("avatar", account.avatarUrl())
                        .bind("now", nowMillis)
                        .execute()
                == 1;
    }

    /** Changes only the given columns, so that two requests do not undo each other. */
    void update(Tx tx, String id, Optional<String> displayName, Optional<String> theme) {
        tx.update("""
            UPDATE users SET display_name = COALESCE(:name, display_name), theme = COALESCE(:theme, theme)
            WHERE id = :id
            """)
                .bind("id", id)
                .bind("name", displayName.orElse(null))
                .bind("theme", theme.orElse(null))
                .execute();
    }

    void setAvatar(Tx tx, String id, String dataUri) {
        tx.update("UPDATE users SET uploaded_avatar = :avatar WHERE id = :id")
                .bind("id", id)
                .bind("avatar", dataUri)
                .execute();
    }

    void removeAvatar(Tx tx, String id) {
        tx.update("UPDATE users SET uploaded_avatar = NULL WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    void delete(Tx tx, String id) {
        tx.update("DELETE FROM users WHERE id = :id").bind("id", id).execute();
    }

    void moveAccount(Tx tx, SignedIn to) {
        tx.update("UPDATE provider_accounts SET user_id = :userId WHERE provider = :provider AND account_id ="
                        + " :accountId")
                .bind("userId", to.userId())
                .bind("provider", to.provider().key())
                .bind("accountId", to.accountId())
                .execute();
    }

    private static User user(ResultSet row) throws SQLException {
        return new User(
                row.getString("id"),
                row.getString("email"),
                row.getString("display_name"),
                row.getString("theme"),
                row.getString("avatar_url"));
    }

    private static Provider provider(String key) {
        return Provider.find(key).orElseThrow(() -> new IllegalStateException("unknown provider in a row: " + key));
    }
}
