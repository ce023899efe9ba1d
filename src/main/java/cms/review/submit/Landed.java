package cms.review.submit;

import cms.git.CommitId;
import org.jspecify.annotations.Nullable;

/**
 * What a merge came to (spec 4.8).
 *
 * @param sha the merge commit on {@code cms}
 * @param pullRequestUrl null unless a pull request was opened on a remote host
 */
public record Landed(boolean merged, CommitId sha, @Nullable String pullRequestUrl) {}
