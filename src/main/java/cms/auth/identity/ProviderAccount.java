package cms.auth.identity;

import org.jspecify.annotations.Nullable;

/**
 * The account of a signed-in person, as the provider reports it.
 *
 * @param authority the issuer of the account id: the issuer's or the host's URL; null for the built-in page
 * @param accountId stable at this authority, also when the e-mail changes
 * @param name may be blank
 */
public record ProviderAccount(
        @Nullable String authority,
        String accountId,
        String email,
        EmailTrust emailTrust,
        String name,
        @Nullable String avatarUrl) {}
