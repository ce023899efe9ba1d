package cms.git;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Merges one file that both sides of a merge changed differently.
 *
 * <p>A null version means that the file does not exist in it: both sides added the file (no base), or one side removed
 * it.
 */
@FunctionalInterface
public interface FileMerger {
    Outcome merge(String path, byte @Nullable [] base, byte @Nullable [] ours, byte @Nullable [] theirs);

    /**
     * The side whose version is kept where there is nothing to merge: a link or a submodule that both sides changed, a
     * file that is too large, a file where the other side has a folder. Empty makes it a conflict.
     */
    default Optional<Side> side(String path) {
        return Optional.empty();
    }

    /** One of the two versions that are merged. */
    enum Side {
        OURS,
        THEIRS
    }

    /** The result of merging one file. */
    sealed interface Outcome {}

    /** The merged file has these bytes. */
    record Content(byte[] bytes) implements Outcome {}

    /** The merged tree does not have the file. */
    record Removal() implements Outcome {}

    /** Both changes cannot stand; {@code details} are the merger's own objects and come back in the conflict. */
    record Clash(List<?> details) implements Outcome {
        public Clash {
            details = List.copyOf(details);
        }
    }
}
