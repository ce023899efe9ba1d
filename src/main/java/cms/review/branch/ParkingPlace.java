package cms.review.branch;

import cms.format.ContentBranches;
import cms.git.Commit;
import cms.git.CommitId;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * The branch of a push to the default branch that clashes with {@code cms} (decision 13). Its name follows from the
 * pushed commit; where a branch that holds something else has that name, the next one has more digits of the commit.
 *
 * <p>People may add to the branch while it waits, so the push is parked as long as the branch contains the pushed
 * commit.
 */
public record ParkingPlace(Commit pushed) {
    private static final List<Integer> DIGITS = List.of(4, 12, 40);

    /** The names that the branch may have, in the order in which they are tried. */
    public List<String> names() {
        String stem = ContentBranches.PUSHED + pushed.author().time().getEpochSecond() + "-";
        return DIGITS.stream()
                .map(digits -> stem + pushed.id().sha().substring(0, digits))
                .toList();
    }

    /** The branch that holds the push; empty where none does. */
    public Optional<String> find(
            Function<String, Optional<CommitId>> tips, BiPredicate<CommitId, CommitId> isAncestor) {
        return names().stream()
                .filter(name -> tips.apply(name)
                        .filter(tip -> isAncestor.test(pushed.id(), tip))
                        .isPresent())
                .findFirst();
    }
}
