package cms.git;

import cms.git.disk.PendingWrite;
import cms.git.graph.CommitGraph;
import cms.git.graph.GitNames;
import cms.git.graph.PendingObjects;
import cms.git.graph.Trees;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;

/**
 * A write in progress: it sees the refs and objects of the writes before it, and nothing of it is visible outside until
 * {@link Repository#write} has returned.
 */
public final class Writing {
    private static final int BEYOND_MAX = 100_000;

    /** One write. It runs on the writer's thread, alone; it must not wait for other writes or for people. */
    @FunctionalInterface
    public interface WriteFunction<T extends @Nullable Object> {
        T run(Writing writing);
    }

    private final PendingWrite draft;
    private final PendingObjects objects;
    private final CommitGraph history;
    private boolean ended;

    Writing(PendingWrite draft) {
        this.draft = draft;
        this.objects = draft.objects();
        this.history = new CommitGraph(objects);
    }

    /** The commit that a branch points to now; empty when there is no such branch. */
    public Optional<CommitId> tip(String branch) {
        return draft.ref(GitNames.branchRef(branch)).map(CommitId::of);
    }

    /** The branches whose names begin with a prefix, sorted by name. */
    public List<Branch> branches(String prefix) {
        return draft.refsBelow(GitNames.HEADS + prefix).entrySet().stream()
                .map(ref -> new Branch(ref.getKey().substring(GitNames.HEADS.length()), CommitId.of(ref.getValue())))
                .toList();
    }

    /** Number of branches whose names begin with a prefix. */
    public int branchCount(String prefix) {
        return draft.refCount(GitNames.HEADS + prefix);
    }

    /** Number of branches and tags. */
    int pushableCount() {
        return draft.refCount(GitNames.HEADS) + draft.refCount(Constants.R_TAGS);
    }

    /** The files of a commit; {@code NOT_FOUND} when it is not stored. */
    public Tree tree(CommitId commit) {
        return new Tree(objects, history.tree(commit.object()));
    }

    public Tree emptyTree() {
        return new Tree(objects, objects.put(Constants.OBJ_TREE, new byte[0]));
    }

    public Commit info(CommitId commit) {
        return Commit.of(history.commit(commit.object()));
    }

    /**
     * The tree that results from changes; only touched folders are rewritten, emptied ones vanish. Not stored until
     * committed.
     */
    public Tree apply(Tree base, ChangeSet changes) {
        checkRunning();
        return new Tree(objects, Trees.apply(objects, base.root(), changes.byPath()));
    }

    /** Commits a tree with changes over it. A file that would replace a folder (or the reverse) is {@code CONFLICT}. */
    public CommitId commit(
            Tree base, ChangeSet changes, List<CommitId> parents, Authorship authorship, String message) {
        Tree tree = apply(base, changes);
        String person = authorship.ident().toExternalString();
        StringBuilder text =
                new StringBuilder("tree ").append(tree.root().name()).append('\n');
        parents.forEach(parent -> text.append("parent ").append(parent.sha()).append('\n'));
        text.append("author ").append(person).append('\n');
        text.append("committer ").append(person).append("\n\n");
        text.append(message.replace("\0", "").stripTrailing()).append('\n');
        ObjectId commit = objects.put(Constants.OBJ_COMMIT, text.toString().getBytes(StandardCharsets.UTF_8));
        draft.retain(commit);
        return CommitId.of(commit);
    }

    /** The common state of two commits: the tree of their merge base, or a tree merged from several merge bases. */
    public Tree base(CommitId ours, CommitId theirs, FileMerger merger) {
        checkRunning();
        return new Tree(objects, new Merging(objects, merger).base(ours.object(), theirs.object()));
    }

    /**
     * Three-way merge that looks only at paths that differ. The base is that of two commits ({@link #base}), or for a
     * revert, or a save against the commit that a form was opened on, another one.
     */
    public MergeResult merge(Tree base, Tree ours, Tree theirs, FileMerger merger) {
        checkRunning();
        return new Merging(objects, merger).trees(base.root(), ours.root(), theirs.root());
    }

    public boolean isAncestor(CommitId ancestor, CommitId descendant) {
        return history.isAncestor(ancestor.object(), descendant.object());
    }

    /**
     * Those of the commits that are in the history of another one, found by one walk for all; none where it is too
     * long.
     */
    public Set<CommitId> within(Collection<CommitId> commits, CommitId descendant) {
        List<ObjectId> starts = commits.stream().map(CommitId::object).toList();
        List<RevCommit> beyond = history.log(starts, List.of(descendant.object()), Instant.EPOCH, BEYOND_MAX);
        if (beyond.size() == BEYOND_MAX) {
            return Set.of();
        }
        Set<CommitId> within = new HashSet<>(commits);
        beyond.forEach(commit -> within.remove(CommitId.of(commit)));
        return within;
    }

    /**
     * Shows the commits that are reachable from one and not from others, newest first, to a visitor that answers
     * whether it wants more. One at a time is in memory, as the texts of a history may be larger than that.
     */
    public void visit(CommitId from, Collection<CommitId> without, Predicate<CommitId> visitor) {
        List<ObjectId> known = without.stream().map(CommitId::object).toList();
        history.visit(from.object(), known, id -> visitor.test(CommitId.of(id)));
    }

    /**
     * Whether the first parents of a commit lead to an earlier one; looks only at what the earlier one has not.
     * History, times and undo follow the first parents of {@code cms}, one landing each; what comes from outside may
     * put that line beside its own, as {@code git pull} does with a merge into a local commit.
     */
    public boolean isOnLine(CommitId earlier, CommitId tip) {
        return history.isOnLine(earlier.object(), tip.object());
    }

    /** The best common ancestor, the first of several in a fixed order; empty for unrelated histories. */
    public Optional<CommitId> mergeBase(CommitId one, CommitId other) {
        return history.mergeBases(one.object(), other.object()).stream()
                .findFirst()
                .map(CommitId::of);
    }

    public List<FileChange> diff(Tree from, Tree to) {
        return FileChange.between(from, to);
    }

    /** Points an existing branch elsewhere; {@code CONFLICT} when it does not point to {@code expected} any more. */
    public void move(String branch, CommitId expected, CommitId commit) {
        move(GitNames.branchRef(branch), Optional.of(expected), Optional.of(commit));
    }

    /**
     * Creates a branch; {@code CONFLICT} when it exists or its name clashes with another ({@code cr}, {@code cr/x}).
     */
    public void create(String branch, CommitId commit) {
        move(GitNames.branchRef(branch), Optional.empty(), Optional.of(commit));
    }

    /** Deletes a branch; {@code CONFLICT} when it does not point to {@code expected} any more. */
    public void delete(String branch, CommitId expected) {
        move(GitNames.branchRef(branch), Optional.of(expected), Optional.empty());
    }

    /**
     * Points a branch (empty {@code expected}: a new branch) to a commit, unless a remote host takes no pushes to it:
     * then nothing moves and the answer is false. When the host turns out to refuse only this branch, the write runs
     * again without it and the rest of the write stands.
     */
    public boolean moveIfTaken(String branch, Optional<CommitId> expected, CommitId commit) {
        checkRunning();
        history.tree(commit.object());
        return draft.moveIfTaken(
                GitNames.branchRef(branch), expected.map(CommitId::object), Optional.of(commit.object()));
    }

    /** The commit that an internal ref of this service points to now; clones do not get such refs. */
    public Optional<CommitId> own(String name) {
        return draft.ref(GitNames.ownRef(name)).map(CommitId::of);
    }

    /** Points an internal ref of this service to a commit, in the same move as the branches. */
    public void moveOwn(String name, CommitId commit) {
        move(GitNames.ownRef(name), own(name), Optional.of(commit));
    }

    /** Moves any ref; a branch only to a commit that is stored, otherwise {@code NOT_FOUND}. */
    void move(String ref, Optional<CommitId> expected, Optional<CommitId> commit) {
        checkRunning();
        if (ref.startsWith(GitNames.HEADS)) {
            commit.map(CommitId::object).ifPresent(history::tree);
        }
        draft.move(ref, expected.map(CommitId::object), commit.map(CommitId::object));
    }

    void end() {
        ended = true;
    }

    private void checkRunning() {
        if (ended) {
            throw new IllegalStateException("The write has ended; nothing can be added to it");
        }
    }
}
