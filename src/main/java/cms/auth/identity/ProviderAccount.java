package cms.auth.identity;

import org.jspecify.annotations.Nullable;

/**
 * What a provider says about the person who came back.
 *
 * @param accountId stable at this provider, whatever happens to the e-mail
 * @param name may be blank
 */
public record ProviderAccount(
        String accountId, String email, EmailTrust emailTrust, String name, @Nullable String avatarUrl) {}
