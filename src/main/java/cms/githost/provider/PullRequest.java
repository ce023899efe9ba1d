package cms.githost.provider;

/**
 * An open pull request.
 *
 * @param url where people look at it
 * @param headSha the commit that it would merge, 40 hex digits
 */
public record PullRequest(String fullName, int number, String url, String head, String base, String headSha) {}
