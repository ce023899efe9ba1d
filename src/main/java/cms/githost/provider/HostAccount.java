package cms.githost.provider;

import org.jspecify.annotations.Nullable;

/**
 * The account whose repositories an installation reaches.
 *
 * @param type {@code User} or {@code Organization}
 */
public record HostAccount(String login, @Nullable String avatarUrl, String type) {}
