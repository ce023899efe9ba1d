package cms.auth.identity;

import org.jspecify.annotations.Nullable;

/**
 * A provider's answer to a code that it takes.
 *
 * @param token the person's own token there; null where this service has no use for one
 */
public record Confirmed(ProviderAccount account, @Nullable GrantedToken token) {}
