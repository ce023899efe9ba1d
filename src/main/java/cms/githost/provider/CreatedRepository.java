package cms.githost.provider;

/**
 * A repository that was just made.
 *
 * @param url where people look at it, or clone it from the built-in host
 * @param needsAccess true when somebody has to let the app reach it first
 */
public record CreatedRepository(HostedRepository repository, String url, boolean needsAccess) {}
