package cms.review;

import cms.format.merge.Resolution;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Options of a decision about a change.
 *
 * @param reviewed commits, one of which must still be the tip of the branch; empty for any tip
 * @param resolutions decisions about values that clash
 * @param reason why a change is discarded
 * @param onto the commit of {@code cms} whose values the decisions are about; empty for the present values
 * @param mark the key by which a repeated call is recognised; empty for a call that is not repeated
 */
public record DecisionOptions(
        Optional<Set<String>> reviewed,
        List<Resolution> resolutions,
        Optional<String> reason,
        Optional<CommitId> onto,
        Optional<IdempotencyMark.Write> mark) {
    private static final DecisionOptions NONE =
            new DecisionOptions(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Longest reason, in code points. */
    public static final int REASON_CHARS_MAX = 500;

    public DecisionOptions {
        if (reason.filter(text -> text.codePointCount(0, text.length()) > REASON_CHARS_MAX)
                .isPresent()) {
            throw Failure.invalid("`reason` must have at most " + REASON_CHARS_MAX + " characters.");
        }
    }

    public static DecisionOptions none() {
        return NONE;
    }

    static Failure unknownOnto() {
        return Failure.invalid("`onto` is no commit that cms has been at; read the clashes again.");
    }

    /** Options for the state that was reviewed, as a difference names it by its tip. */
    public static DecisionOptions about(CommitId tip) {
        return NONE.expecting(Set.of(tip.sha()));
    }

    /** A copy that accepts any of these commits as the tip of the branch. */
    public DecisionOptions expecting(Set<String> commits) {
        return new DecisionOptions(Optional.of(commits), resolutions, reason, onto, mark);
    }

    /** A copy with decisions about values that clash. */
    public DecisionOptions deciding(List<Resolution> decided) {
        return new DecisionOptions(reviewed, decided, reason, onto, mark);
    }

    /** A copy with a mark, by which a repeat finds the commit that was made before. */
    public DecisionOptions marked(Optional<IdempotencyMark.Write> known) {
        return new DecisionOptions(reviewed, resolutions, reason, onto, known);
    }
}
