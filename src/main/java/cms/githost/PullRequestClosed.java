package cms.githost;

/**
 * Announced when a pull request of ours was closed at the remote host.
 *
 * @param merged false when somebody closed it without merging
 */
public record PullRequestClosed(String fullName, int number, String head, String base, boolean merged) {}
