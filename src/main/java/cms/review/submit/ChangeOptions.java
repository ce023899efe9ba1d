package cms.review.submit;

import cms.git.CommitId;
import cms.platform.idempotency.IdempotencyMark;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Options of a change.
 *
 * @param branch an open change to add a commit to, instead of opening another; it waits there, whatever the workflow
 * @param ofAnyOpener whether the branch may be one that somebody else opened (owners and admins)
 * @param hidden whether the caller may not see branches that others opened; such a branch is reported as absent
 * @param base the commit that a form was opened on: the change is computed there, and merged by entry and field into
 *     what has happened since
 * @param held whether the change waits for a reviewer, whatever the workflow
 * @param expectation called with the newest state before anything is computed; an exception from it refuses the change
 * @param mark the key by which a repeated write is recognised; empty for that of the request that the thread answers,
 *     if any
 * @param always whether a change that alters no file gets a commit too
 * @param trial whether everything is checked and computed as for a real change, and nothing stored
 */
public record ChangeOptions(
        @Nullable String branch,
        boolean ofAnyOpener,
        boolean hidden,
        @Nullable CommitId base,
        boolean held,
        Consumer<Tip> expectation,
        Optional<IdempotencyMark.Write> mark,
        boolean always,
        boolean trial) {
    private static final ChangeOptions NONE =
            new ChangeOptions(null, false, false, null, false, tip -> {}, Optional.empty(), true, false);

    /** A change of its own, over whatever is newest. */
    public static ChangeOptions none() {
        return NONE;
    }

    /** The options that a caller asks for. */
    public static ChangeOptions of(Optional<String> branch, boolean ofAnyOpener, Optional<CommitId> base) {
        return branch.isEmpty() && base.isEmpty()
                ? NONE
                : new ChangeOptions(
                        branch.orElse(null),
                        ofAnyOpener,
                        false,
                        base.orElse(null),
                        false,
                        tip -> {},
                        Optional.empty(),
                        true,
                        false);
    }

    /** A copy with a mark, and with {@code always} as given. */
    public ChangeOptions with(Optional<IdempotencyMark.Write> known, boolean evenUnchanged) {
        return new ChangeOptions(branch, ofAnyOpener, hidden, base, held, expectation, known, evenUnchanged, trial);
    }

    /** A copy of a caller who may not see the branch. */
    public ChangeOptions hidingBranch() {
        return new ChangeOptions(branch, ofAnyOpener, true, base, held, expectation, mark, always, trial);
    }

    /** A copy that waits for a reviewer whatever the workflow. */
    public ChangeOptions waiting() {
        return new ChangeOptions(branch, ofAnyOpener, hidden, base, true, expectation, mark, always, trial);
    }

    public ChangeOptions expecting(Consumer<Tip> what) {
        return new ChangeOptions(branch, ofAnyOpener, hidden, base, held, what, mark, always, trial);
    }

    /** A copy that is a trial. */
    public ChangeOptions tried() {
        return new ChangeOptions(branch, ofAnyOpener, hidden, base, held, expectation, mark, always, true);
    }
}
