package cms.auth.token;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A token without its text.
 *
 * @param owner whose it is, and the account that its maker had signed in with
 * @param shown the first characters, by which people tell their tokens apart
 * @param projects the ids of the only projects that it reaches; empty for all that its owner reaches
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
