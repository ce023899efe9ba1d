package cms.format.merge;

import java.util.List;

/** The result of a merge of one file that both sides changed. */
public sealed interface MergedFile {
    /** The merged file in its canonical form. */
    record Content(byte[] bytes) implements MergedFile {}

    /** No file. */
    record Removed() implements MergedFile {}

    /** Values that need a decision; never empty. */
    record Conflicted(List<Conflict> conflicts) implements MergedFile {
        public Conflicted {
            conflicts = List.copyOf(conflicts);
        }
    }
}
