package cms.git;

import java.util.List;

/** The result of a three-way merge of two commits. */
public sealed interface MergeResult {
    /** The merged tree, ready to be committed with both parents. */
    record Merged(Tree tree) implements MergeResult {}

    /** The paths that need a decision, sorted; never empty. */
    record Conflicted(List<ConflictedPath> conflicts) implements MergeResult {
        public Conflicted {
            conflicts = List.copyOf(conflicts);
        }
    }

    /** The detail of a conflict of two names, one of each side, that Windows and macOS take for the same one. */
    record Alike(String path, String sibling) {}

    /** One path and what its {@link FileMerger} said; {@code details} is empty when no merger could be asked. */
    record ConflictedPath(String path, List<?> details) {
        public ConflictedPath {
            details = List.copyOf(details);
        }
    }
}
