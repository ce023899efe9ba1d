package cms.git;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One bare repository; safe for any number of threads. Branch names come without {@code refs/heads/}. */
public final class Repository {
    /** {@code owner/name}. */
    public String fullName() {
        throw new UnsupportedOperationException();
    }

    public String defaultBranch() {
        throw new UnsupportedOperationException();
    }

    /** The commit that a branch points to; empty when there is no such branch. */
    public Optional<CommitId> tip(String branch) {
        throw new UnsupportedOperationException();
    }

    /** Branches whose name begins with a prefix ({@code ""} for all), sorted by name. */
    public List<Branch> branches(String prefix) {
        throw new UnsupportedOperationException();
    }

    /** {@code NOT_FOUND} when the commit is not stored; does not say that a branch reaches it. */
    public Commit commit(CommitId id) {
        throw new UnsupportedOperationException();
    }

    public Tree tree(CommitId commit) {
        throw new UnsupportedOperationException();
    }

    public Tree emptyTree() {
        throw new UnsupportedOperationException();
    }

    /** The files that differ, sorted by path; visits only folders that differ. */
    public List<FileChange> diff(Tree from, Tree to) {
        throw new UnsupportedOperationException();
    }

    public List<FileChange> diff(CommitId from, CommitId to) {
        return diff(tree(from), tree(to));
    }

    public boolean isAncestor(CommitId ancestor, CommitId descendant) {
        throw new UnsupportedOperationException();
    }

    /** The best common ancestor, the first of several in a fixed order; empty for unrelated histories. */
    public Optional<CommitId> mergeBase(CommitId one, CommitId other) {
        throw new UnsupportedOperationException();
    }

    /** At most {@code limit} commits that are reachable from a commit, newest first, parents after children. */
    public List<Commit> log(CommitId from, int limit) {
        throw new UnsupportedOperationException();
    }

    /**
     * Runs a write alone, in the order of arrival, and returns when its objects and refs are on the disk.
     *
     * <p>Writes that wait together are made durable together. A work that throws changes nothing and its
     * exception comes back here; a disk that fails is {@code UNAVAILABLE} for every write of that batch.
     */
    public <T extends @Nullable Object> T write(Writing.Work<T> work) {
        throw new UnsupportedOperationException();
    }
}
