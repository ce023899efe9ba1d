package cms.githost.provider;

/** The content of a pull request that merges {@code head} into {@code base}, two branches of one repository. */
public record Proposal(String head, String base, String title, String text) {}
