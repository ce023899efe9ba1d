package cms.review.branch;

import cms.git.Writing;
import cms.platform.failure.Failure;

/**
 * How many changes a project has open at most (decision 107): each is a branch, and every write writes all refs. What has
 * landed and was not cleaned up counts, too. Asked before a save or a push opens another; what a write does to a change
 * that is open, what lands at once, a push to the default branch that has to be parked, and what a remote host has are
 * never refused for it.
 */
public final class ChangeLimit {
    private static final int OPEN_CHANGES_MAX = 2_000;
    private static final String REFUSAL =
            "This project has 2,000 open changes, which is as many as there may be: merge or"
                    + " discard some, or clean up those that have landed, and repeat this.";

    private ChangeLimit() {}

    /** CONFLICT (code {@code changes.too_many}) when no change more may be opened in a write. */
    public static void requireRoom(Writing writing) {
        if (writing.branchCount(BranchNames.PREFIX) >= OPEN_CHANGES_MAX) {
            throw Failure.conflict(REFUSAL).withCode("changes.too_many");
        }
    }
}
