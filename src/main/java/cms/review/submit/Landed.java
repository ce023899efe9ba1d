package cms.review.submit;

import cms.git.CommitId;
import org.jspecify.annotations.Nullable;

/**
 * The result of a merge (spec 4.8).
 *
 * @param sha the merge commit on {@code cms}
 * @param pullRequestUrl null unless a pull request was opened on a remote host
 */
public record Landed(boolean merged, CommitId sha, @Nullable String pullRequestUrl) {}
