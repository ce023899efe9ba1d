package cms.review;

import cms.format.merge.Resolution;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a decision about a change is to be made.
 *
 * @param reviewed the commits any of which the branch must still stand at; empty for whatever it stands at
 * @param resolutions what was decided about values that clash
 * @param reason why a change is discarded
 * @param onto the commit of {@code cms} whose values were decided about; empty for whichever there are
 * @param mark what a repeated call is known by; empty for a call that nobody repeats
 */
public record DecisionOptions(
        Optional<Set<String>> reviewed,
        List<Resolution> resolutions,
        Optional<String> reason,
        Optional<CommitId> onto,
        Optional<IdempotencyMark.Write> mark) {
    private static final DecisionOptions NONE =
            new DecisionOptions(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());

    /** In code points. */
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

    /** About the state that was looked at, as {@link Reviews.Difference#tip} names it. */
    public static DecisionOptions about(CommitId tip) {
        return NONE.expecting(Set.of(tip.sha()));
    }

    /** About whichever of these commits the branch stands at. */
    public DecisionOptions expecting(Set<String> commits) {
        return new DecisionOptions(Optional.of(commits), resolutions, reason, onto, mark);
    }

    /** The same with what was decided about values that clash. */
    public DecisionOptions deciding(List<Resolution> decided) {
        return new DecisionOptions(reviewed, decided, reason, onto, mark);
    }

    /** The same under a mark, by which a repeat is found in the commit that was made before. */
    public DecisionOptions marked(Optional<IdempotencyMark.Write> known) {
        return new DecisionOptions(reviewed, resolutions, reason, onto, known);
    }
}
