package cms.auth.identity;

import org.jspecify.annotations.Nullable;

/**
 * A person's own token at a provider, with which this service acts there for that person (spec 4.7).
 *
 * @param expiresAt in Unix seconds; null when it does not expire
 * @param refreshToken null when the provider issues none
 */
public record GrantedToken(
        String accessToken,
        @Nullable Long expiresAt,
        @Nullable String refreshToken) {
    /** @param now in Unix seconds */
    public boolean isGoodAt(long now) {
        return expiresAt == null || expiresAt > now;
    }
}
