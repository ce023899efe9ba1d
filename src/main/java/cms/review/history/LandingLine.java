package cms.review.history;

import cms.git.CommitId;
import cms.git.Writing;

/**
 * The first parents of {@code cms}, one landing each: history, times and undo follow this line alone. What comes from
 * outside may put it beside its own, as {@code git pull} does with a merge into a local commit.
 */
public final class LandingLine {
    private LandingLine() {}

    /** Whether the line of {@code tip} goes on from {@code earlier}. */
    public static boolean goesOn(Writing writing, CommitId earlier, CommitId tip) {
        return writing.isOnLine(earlier, tip);
    }
}
