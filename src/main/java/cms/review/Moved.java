package cms.review;

import cms.format.ContentBranches;
import cms.git.CommitId;
import cms.git.RefChange;
import cms.project.Project;
import cms.review.journal.JournalMove;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A durable move of a branch of a project; listeners are called in this process only, on the thread that moved it.
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
        /** A write of this service opened a branch, or added to it. */
        SUBMITTED,
        /** A change landed: {@code cms}, the default branch and the removed {@code cr/*}. */
        LANDED,
        REJECTED,
        CLEANED_UP,
        /** A push moved the branch. */
        PUSHED,
        /** {@code cms} was created, or took in what the default branch had got from outside. */
        SYNCED
    }

    /** The moves of branches among pushed refs. */
    static List<Moved> pushed(Project project, List<RefChange> refs) {
        return refs.stream()
                .filter(RefChange::isBranch)
                .map(change -> new Moved(project, change.branch(), change.before(), change.after(), Cause.PUSHED))
                .toList();
    }

    /** Whether a change landed on {@code cms} by this move. */
    boolean isLanding() {
        return cause == Cause.LANDED && branch.equals(ContentBranches.TRUNK);
    }

    /** The move as the journal stores it; empty where a commit on {@code cms} proves it. */
    Optional<JournalMove> forJournal() {
        if (!branch.startsWith(ContentBranches.CHANGES)) {
            return Optional.empty();
        }
        JournalMove.Kind kind = switch (cause) {
            case SUBMITTED, PUSHED, SYNCED -> before == null ? JournalMove.Kind.OPENED : JournalMove.Kind.UPDATED;
            case LANDED -> JournalMove.Kind.LANDED;
            case REJECTED -> JournalMove.Kind.REJECTED;
            case CLEANED_UP -> JournalMove.Kind.REMOVED;
        };
        return Optional.of(new JournalMove(kind, branch, before, after));
    }

    /** Called after every move; an exception from it is logged and changes nothing. */
    @FunctionalInterface
    public interface MoveListener {
        void moved(Moved moved);
    }
}
