package cms.content.api;

import cms.format.ProjectConfig.Workflow;
import cms.git.FileChange;
import cms.review.submit.Change;
import cms.review.submit.SubmitOutcome;
import java.util.List;
import java.util.Optional;

/**
 * The result of a write.
 *
 * @param report the report of the write
 * @param change the stored change; empty for every other status than {@code COMMITTED}
 * @param diff the files that differ, or would differ
 * @param workflow the workflow that decides whether it waits for a review, by plan and configuration together
 *     (reference 4.2.6)
 */
public record Written<R>(Status status, R report, Optional<Change> change, List<FileChange> diff, Workflow workflow) {
    /** The outcome of a write. */
    public enum Status {
        /** The change is stored, and has landed where {@link Written#merged} is true. */
        COMMITTED,
        /** The stored content is equal already; there is no commit. */
        UNCHANGED,
        /** The change would have been stored. */
        DRY_RUN,
        /** The checks have refused the change, for the errors in the report; nothing was stored. */
        REFUSED
    }

    public Written {
        diff = List.copyOf(diff);
    }

    /** The result of a submission to {@code review}. */
    public static <R> Written<R> of(SubmitOutcome<R> outcome) {
        return switch (outcome) {
            case SubmitOutcome.Submitted<R>(Change change, R report) ->
                new Written<>(Status.COMMITTED, report, Optional.of(change), change.diff(), change.workflow());
            case SubmitOutcome.Unchanged<R>(R report, Workflow workflow) ->
                new Written<>(Status.UNCHANGED, report, Optional.empty(), List.of(), workflow);
            case SubmitOutcome.Tried<R>(List<FileChange> diff, R report, Workflow workflow) ->
                new Written<>(Status.DRY_RUN, report, Optional.empty(), diff, workflow);
            case SubmitOutcome.Refused<R>(R report, Workflow workflow) ->
                new Written<>(Status.REFUSED, report, Optional.empty(), List.of(), workflow);
        };
    }

    /** Whether it has landed. */
    public boolean merged() {
        return change.map(Change::merged).orElse(false);
    }
}
