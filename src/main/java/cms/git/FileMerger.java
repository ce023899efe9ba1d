package cms.git;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one file that both sides of a merge changed differently.
 *
 * <p>A null means that the file is not there: both sides added it (no base), or one side removed it.
 */
@FunctionalInterface
public interface FileMerger {
    Outcome merge(String path, byte @Nullable [] base, byte @Nullable [] ours, byte @Nullable [] theirs);

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
