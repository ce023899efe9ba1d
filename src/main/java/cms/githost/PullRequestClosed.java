package cms.githost;

/**
 * Announced when a pull request of this service was closed at the remote host.
 *
 * @param merged false when it was closed without merging
 */
public record PullRequestClosed(String fullName, int number, String head, String base, boolean merged) {}
