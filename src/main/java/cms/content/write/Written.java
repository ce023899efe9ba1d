package cms.content.write;

import cms.git.FileChange;
import cms.review.Change;
import cms.review.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * What became of a write.
 *
 * @param report the writer's own report
 * @param change what was stored; empty when the writer refused or the write was only tried out
 * @param diff the files that differ, or would differ
 */
public record Written<R>(R report, Optional<Change> change, List<FileChange> diff) {
    public Written {
        diff = List.copyOf(diff);
    }

    static <R> Written<R> of(Outcome<R> outcome) {
        return switch (outcome) {
            case Outcome.Submitted<R>(Change change, R report) ->
                new Written<>(report, Optional.of(change), change.diff());
            case Outcome.Tried<R>(List<FileChange> diff, R report) -> new Written<>(report, Optional.empty(), diff);
            case Outcome.Refused<R>(R report) -> new Written<>(report, Optional.empty(), List.of());
        };
    }

    /** Whether it has landed. */
    public boolean merged() {
        return change.map(Change::merged).orElse(false);
    }
}
