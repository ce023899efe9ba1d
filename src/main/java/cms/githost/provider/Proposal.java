package cms.githost.provider;

/** What a pull request should say: merge {@code head} into {@code base}, two branches of one repository. */
public record Proposal(String head, String base, String title, String text) {}
