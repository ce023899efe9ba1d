package cms.githost.provider;

/**
 * A repository that was just made.
 *
 * @param url of the page of the repository, or of its clones on the built-in host
 * @param needsAccess true when the app has to be given access to it first
 */
public record CreatedRepository(HostedRepository repository, String url, boolean needsAccess) {}
