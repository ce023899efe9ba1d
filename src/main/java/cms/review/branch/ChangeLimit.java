package cms.review.branch;

import cms.format.ContentBranches;
import cms.git.Writing;
import cms.platform.failure.Failure;

/**
 * The most changes that a project may have open (decision 107): each is a branch, and every write writes all refs.
 * Landed changes that were not cleaned up count, too. It is checked before a save or a push opens another change.
 * Writes to an open change, landings at once, a parked push, and the changes of a remote host are never refused for it.
 */
public final class ChangeLimit {
    private static final int OPEN_CHANGES_MAX = 2_000;
    private static final String REFUSAL =
            "This project has 2,000 open changes, which is as many as there may be: merge or"
                    + " discard some, or clean up those that have landed, and repeat this.";

    private ChangeLimit() {}

    /** Fails with CONFLICT (code {@code changes.too_many}) when no more changes may be opened. */
    public static void requireRoom(Writing writing) {
        if (writing.branchCount(ContentBranches.CHANGES) >= OPEN_CHANGES_MAX) {
            throw Failure.conflict(REFUSAL).withCode("changes.too_many");
        }
    }
}
