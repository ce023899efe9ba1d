package cms.review;

import cms.git.CommitId;
import cms.platform.repeats.RepeatMark;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a change is to be made, beyond what it does.
 *
 * @param branch an open change to add a commit to, instead of opening another; it waits there, whatever the workflow
 * @param anybodys whether the branch may be one that somebody else opened (owners and admins)
 * @param base the commit that a form was opened on: the change is computed there, and merged by entry and field into
 *     what has happened since
 * @param expectation called with the newest state before anything is computed; what it throws refuses the change
 * @param mark what a repeated write is known by; empty for that of the request which the thread answers, if any
 * @param always whether files that come out as they are get a commit too
 * @param trial everything is asked and computed as for a real change, and nothing is stored
 */
public record Terms(
        @Nullable String branch,
        boolean anybodys,
        @Nullable CommitId base,
        Consumer<Tip> expectation,
        Optional<RepeatMark.Write> mark,
        boolean always,
        boolean trial) {
    private static final Terms NONE = new Terms(null, false, null, tip -> {}, Optional.empty(), true, false);

    /** A change of its own, over whatever is newest. */
    public static Terms none() {
        return NONE;
    }

    /** What a caller asks for. */
    public static Terms of(Optional<String> branch, boolean anybodys, Optional<CommitId> base) {
        return branch.isEmpty() && base.isEmpty()
                ? NONE
                : new Terms(branch.orElse(null), anybodys, base.orElse(null), tip -> {}, Optional.empty(), true, false);
    }

    /** The same under a mark, and perhaps without a commit where nothing changes. */
    public Terms with(Optional<RepeatMark.Write> known, boolean evenUnchanged) {
        return new Terms(branch, anybodys, base, expectation, known, evenUnchanged, trial);
    }

    public Terms expecting(Consumer<Tip> what) {
        return new Terms(branch, anybodys, base, what, mark, always, trial);
    }

    /** The same, only to be tried out. */
    public Terms tried() {
        return new Terms(branch, anybodys, base, expectation, mark, always, true);
    }
}
