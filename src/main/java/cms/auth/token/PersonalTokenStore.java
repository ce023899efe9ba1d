package cms.auth.token;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** SQL of the table {@code personal_tokens}. */
final class PersonalTokenStore {
    private static final String TOKEN = """
        t.id, t.user_id, u.email, t.provider, t.account_id, t.name, t.shown, t.scopes, t.projects, t.created_at,
        t.expires_at, t.last_used_at
        """;

    void insert(Tx tx, PersonalToken token, String hash) {
        tx.update("""
            INSERT INTO personal_tokens (id, hash, user_id, provider, account_id, name, shown, scopes, projects,
                created_at, expires_at)
            VALUES (:id, :hash, :userId, :provider, :accountId, :name, :shown, :scopes, :projects, :createdAt,
                :expiresAt)
            """)
                .bind("id", token.id())
                .bind("hash", hash)
                .bind("userId", token.owner().userId())
                .bind("provider", token.owner().provider())
                .bind("accountId", token.owner().accountId())
                .bind("name", token.name())
                .bind("shown", token.shown())
                .bind(
                        "scopes",
                        token.scopes().stream().map(TokenScope::key).sorted().collect(Collectors.joining(" ")))
                .bind("projects", token.projects().stream().sorted().collect(Collectors.joining(" ")))
                .bind("createdAt", token.createdAt().toEpochMilli())
                .bind("expiresAt", token.expiresAt().toEpochMilli())
                .execute();
    }

    Optional<PersonalToken> find(Tx tx, String hash, long nowMillis) {
        return tx.query("SELECT " + TOKEN + """
            FROM personal_tokens t JOIN users u ON u.id = t.user_id
            WHERE t.hash = :hash AND t.expires_at > :now
            """)
                .bind("hash", hash)
                .bind("now", nowMillis)
                .map((row, context) -> token(row))
                .findOne();
    }

    boolean lives(Tx tx, String id, long nowMillis) {
        return tx.query("SELECT 1 FROM personal_tokens WHERE id = :id AND expires_at > :now")
                .bind("id", id)
                .bind("now", nowMillis)
                .mapTo(Integer.class)
                .findFirst()
                .isPresent();
    }

    List<PersonalToken> list(Tx tx, String userId, long nowMillis) {
        return tx.query("SELECT " + TOKEN + """
            FROM personal_tokens t JOIN users u ON u.id = t.user_id
            WHERE t.user_id = :userId AND t.expires_at > :now
            ORDER BY t.created_at DESC, t.id
            """)
                .bind("userId", userId)
                .bind("now", nowMillis)
                .map((row, context) -> token(row))
                .list();
    }

    /** Deletes a token; false when the person has no such token. */
    boolean delete(Tx tx, String userId, String id) {
        return tx.update("DELETE FROM personal_tokens WHERE id = :id AND user_id = :userId")
                        .bind("id", id)
                        .bind("userId", userId)
                        .execute()
                > 0;
    }

    void deleteExpired(Tx tx, long nowMillis) {
        tx.update("DELETE FROM personal_tokens WHERE expires_at <= :now")
                .bind("now", nowMillis)
                .execute();
    }

    void used(Tx tx, String id, long nowMillis) {
        tx.update("UPDATE personal_tokens SET last_used_at = :now WHERE id = :id")
                .bind("id", id)
                .bind("now", nowMillis)
                .execute();
    }

    private static PersonalToken token(ResultSet row) throws SQLException {
        return new PersonalToken(
                row.getString("id"),
                new PersonalToken.Owner(
                        row.getString("user_id"),
                        row.getString("email"),
                        row.getString("provider"),
                        row.getString("account_id")),
                row.getString("name"),
                row.getString("shown"),
                words(row.getString("scopes")).stream()
                        .flatMap(word -> TokenScope.find(word).stream())
                        .collect(Collectors.toUnmodifiableSet()),
                words(row.getString("projects")),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("expires_at")),
                Columns.instant(row, "last_used_at"));
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty()).collect(Collectors.toUnmodifiableSet());
    }
}
