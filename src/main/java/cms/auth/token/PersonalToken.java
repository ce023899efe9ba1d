package cms.auth.token;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A personal access token without its text.
 *
 * @param owner its owner, with the account of the sign-in in which it was made
 * @param shown first characters of the text, by which people recognise it
 * @param projects ids of the only projects that it reaches; empty for all that its owner reaches
 */
public record PersonalToken(
        String id,
        Owner owner,
        String name,
        String shown,
        Set<TokenScope> scopes,
        Set<String> projects,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant lastUsedAt) {

    /** @param provider the key of the provider, such as {@code web_identity} */
    public record Owner(String userId, String email, String provider, String accountId) {}

    public PersonalToken {
        scopes = Set.copyOf(scopes);
        projects = Set.copyOf(projects);
    }
}
