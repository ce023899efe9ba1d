package cms.githost.provider;

/**
 * An open pull request.
 *
 * @param url of its page
 * @param headSha the commit that it would merge, 40 hex digits
 */
public record PullRequest(String fullName, int number, String url, String head, String base, String headSha) {}
