package cms.git;

import cms.git.graph.Trees;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one file that both sides of a merge changed differently.
 *
 * <p>A null means that the file is not there: both sides added it (no base), or one side removed it.
 */
@FunctionalInterface
public interface FileMerger {
    Outcome merge(String path, byte @Nullable [] base, byte @Nullable [] ours, byte @Nullable [] theirs);

    /**
     * Which side stands of what no merger can be asked about: a link or a submodule that both sides changed, a file that is
     * too large, a file where the other side has a folder. Without an answer it is a conflict.
     */
    default Optional<Side> side(String path) {
        return Optional.empty();
    }

    /** One of the two versions that are merged. */
    enum Side {
        OURS,
        THEIRS
    }

    /** Merges text line by line as Git does; binary files, additions on both sides and delete against edit clash. */
    static FileMerger lines() {
        return (path, base, ours, theirs) -> base == null || ours == null || theirs == null
                ? new Clash(List.of())
                : Trees.mergeLines(base, ours, theirs)
                        .<Outcome>map(Content::new)
                        .orElse(new Clash(List.of()));
    }

    /** What becomes of the file. */
    sealed interface Outcome {}

    /** The file with these bytes. */
    record Content(byte[] bytes) implements Outcome {}

    /** No file. */
    record Removal() implements Outcome {}

    /** Both changes cannot stand; {@code details} are the merger's own objects and come back in the conflict. */
    record Clash(List<?> details) implements Outcome {
        public Clash {
            details = List.copyOf(details);
        }
    }
}
