package cms.review.submit;

import cms.git.ChangeSet;

/**
 * The change of files that a write makes from the tip that it was given.
 *
 * @param <R> the writer's own report (for instance a validation report), handed back untouched
 */
public sealed interface Draft<R> {
    R report();

    /**
     * Files to write.
     *
     * @param message the commit message without trailers; its first line is the subject (reference 2.6)
     */
    record Write<R>(ChangeSet changes, String message, Operation operation, R report) implements Draft<R> {}

    /** Nothing is written: no branch, no commit. */
    record Refusal<R>(R report) implements Draft<R> {}
}
