package cms.review.history;

import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Writing;

/**
 * The first parents of {@code cms}, one landing each: history, times and undo follow this line alone. What comes from
 * outside may put it beside its own, as {@code git pull} does with a merge into a local commit.
 */
public final class LandingLine {
    /** Commits of a push that are looked at, as the other writes of the repository wait meanwhile. */
    private static final int STEPS_MAX = 10_000;

    private LandingLine() {}

    /** Whether the line of {@code tip} goes on from {@code earlier}; false as well where that is further back. */
    public static boolean goesOn(Writing writing, CommitId earlier, CommitId tip) {
        CommitId next = tip;
        for (int step = 0; step < STEPS_MAX; step++) {
            if (next.equals(earlier)) {
                return true;
            }
            Commit commit = writing.info(next);
            if (commit.parents().isEmpty()) {
                return false;
            }
            next = commit.parents().getFirst();
        }
        return false;
    }
}
