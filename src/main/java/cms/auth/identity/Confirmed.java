package cms.auth.identity;

import org.jspecify.annotations.Nullable;

/**
 * A provider's answer to a valid code.
 *
 * @param token the person's own token at the provider; null where this service does not need one
 */
public record Confirmed(ProviderAccount account, @Nullable GrantedToken token) {}
