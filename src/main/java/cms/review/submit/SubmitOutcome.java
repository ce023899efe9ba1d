package cms.review.submit;

import cms.format.ProjectConfig.Workflow;
import cms.git.FileChange;
import java.util.List;

/** The result of a {@link Draft}. */
public sealed interface SubmitOutcome<R> {
    R report();

    /** The change is stored on its branch, and landed when {@link Change#merged()} is true. */
    record Submitted<R>(Change change, R report) implements SubmitOutcome<R> {}

    /** The stored files are equal already, and nothing was written. */
    record Unchanged<R>(R report, Workflow workflow) implements SubmitOutcome<R> {}

    /** A trial: the change would have been stored; {@code diff}: the files that would differ. */
    record Tried<R>(List<FileChange> diff, R report, Workflow workflow) implements SubmitOutcome<R> {}

    /** Nothing was written. */
    record Refused<R>(R report, Workflow workflow) implements SubmitOutcome<R> {}
}
