package cms.review.submit;

import cms.git.CommitId;
import cms.git.Tree;

/** The newest state of {@code cms}: its commit and its files. */
public record Tip(CommitId commit, Tree tree) {}
