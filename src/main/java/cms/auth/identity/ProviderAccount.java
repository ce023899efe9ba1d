package cms.auth.identity;

import org.jspecify.annotations.Nullable;

/**
 * The account that a provider reports of the person who signed in there.
 *
 * @param authority who hands out the account ids: the issuer's or the host's URL; null for the built-in page
 * @param accountId stable at this authority, whatever happens to the e-mail
 * @param name may be blank
 */
public record ProviderAccount(
        @Nullable String authority,
        String accountId,
        String email,
        EmailTrust emailTrust,
        String name,
        @Nullable String avatarUrl) {}
