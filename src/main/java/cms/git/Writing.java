package cms.git;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a write may do: it sees the refs and objects of the writes before it, and nothing of it is visible
 * outside until {@link Repository#write} has returned.
 */
public final class Writing {
    /** One write. It runs on the writer's thread, alone; it must not wait for other writes or for people. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object> {
        T run(Writing writing);
    }

    /** The commit that a branch points to now; empty when there is no such branch. */
    public Optional<CommitId> tip(String branch) {
        throw new UnsupportedOperationException();
    }

    /** The files of a commit; {@code NOT_FOUND} when it is not stored. */
    public Tree tree(CommitId commit) {
        throw new UnsupportedOperationException();
    }

    public Tree emptyTree() {
        throw new UnsupportedOperationException();
    }

    public Commit info(CommitId commit) {
        throw new UnsupportedOperationException();
    }

    /** The tree that results from changes; only touched folders are rewritten, emptied ones vanish. */
    public Tree apply(Tree base, ChangeSet changes) {
        throw new UnsupportedOperationException();
    }

    /** Commits a tree with changes over it. A file that would replace a folder (or the reverse) is {@code CONFLICT}. */
    public CommitId commit(
            Tree base, ChangeSet changes, List<CommitId> parents, Authorship authorship, String message) {
        throw new UnsupportedOperationException();
    }

    /** Three-way merge over the merge base; looks only at paths that differ. */
    public MergeResult merge(CommitId ours, CommitId theirs, FileMerger merger) {
        throw new UnsupportedOperationException();
    }

    /** Three-way merge with an explicit base, for reverts and for saves against the commit a form was opened on. */
    public MergeResult merge(Tree base, Tree ours, Tree theirs, FileMerger merger) {
        throw new UnsupportedOperationException();
    }

    public boolean isAncestor(CommitId ancestor, CommitId descendant) {
        throw new UnsupportedOperationException();
    }

    /** The best common ancestor, the first of several in a fixed order; empty for unrelated histories. */
    public Optional<CommitId> mergeBase(CommitId one, CommitId other) {
        throw new UnsupportedOperationException();
    }

    public List<FileChange> diff(Tree from, Tree to) {
        throw new UnsupportedOperationException();
    }

    /** Points an existing branch elsewhere; {@code CONFLICT} when it does not point to {@code expected} any more. */
    public void move(String branch, CommitId expected, CommitId commit) {
        throw new UnsupportedOperationException();
    }

    /** Creates a branch; {@code CONFLICT} when it exists or its name clashes with another ({@code cr}, {@code cr/x}). */
    public void create(String branch, CommitId commit) {
        throw new UnsupportedOperationException();
    }

    /** Deletes a branch; {@code CONFLICT} when it does not point to {@code expected} any more. */
    public void delete(String branch, CommitId expected) {
        throw new UnsupportedOperationException();
    }
}
