package cms.review;

import cms.git.CommitId;
import cms.project.Project;
import org.jspecify.annotations.Nullable;

/**
 * A branch of a project's repository moved, durably; told in this process only, on the thread that moved it.
 *
 * @param before null when the branch is new
 * @param after null when the branch is gone
 */
public record Moved(
        Project project,
        String branch,
        @Nullable CommitId before,
        @Nullable CommitId after,
        Cause cause) {
    /** Why it moved. */
    public enum Cause {
        /** A write of ours opened a branch. */
        SUBMITTED,
        /** A change landed: {@code cms}, the default branch and the removed {@code cr/*}. */
        LANDED,
        REJECTED,
        CLEANED_UP,
        /** Somebody pushed. */
        PUSHED,
        /** {@code cms} was created, or took in what the default branch had got from outside. */
        SYNCED
    }

    /** Hears of every move; what it throws is logged and changes nothing. */
    @FunctionalInterface
    public interface Listener {
        void moved(Moved moved);
    }
}
