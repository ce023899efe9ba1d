package cms.git;

import cms.git.disk.DiskRepository;
import cms.git.disk.PendingWrite;
import cms.git.disk.Quarantine;
import cms.git.graph.CommitGraph;
import cms.git.graph.GitNames;
import cms.git.mirror.Mirror;
import cms.git.refs.Refs;
import cms.git.remote.RemoteState;
import cms.platform.failure.Failure;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** One bare repository; safe for any number of threads. Branch names come without {@code refs/heads/}. */
public final class Repository {
    private final String fullName;
    private final DiskRepository disk;
    private volatile @Nullable Listing listing;

    /** The last list of branches, with the prefix that was asked for and the refs that it was read from. */
    private record Listing(String prefix, Refs refs, List<Branch> branches) {}

    Repository(String fullName, DiskRepository disk) {
        this.fullName = fullName;
        this.disk = disk;
    }

    /** {@code owner/name}. */
    public String fullName() {
        return fullName;
    }

    public String defaultBranch() {
        return disk.defaultBranch();
    }

    /** Points HEAD to another branch, as after the default branch was changed on the remote host. */
    public void pointTo(String branch) {
        if (!branch.equals(defaultBranch())) {
            disk.pointTo(GitNames.branchRef(branch));
        }
    }

    /** The commit that a branch points to; empty when there is no such branch. */
    public Optional<CommitId> tip(String branch) {
        return disk.ref(GitNames.branchRef(branch)).map(CommitId::of);
    }

    /** The commit that a ref of this service's own points to ({@link Writing#moveOwn}). */
    public Optional<CommitId> own(String name) {
        return disk.ref(GitNames.ownRef(name)).map(CommitId::of);
    }

    /**
     * Branches whose name begins with a prefix ({@code ""} for all), sorted by name. As long as none of them moves,
     * calls with the same prefix return the same list: thousands of open changes are not listed again for each save.
     */
    public List<Branch> branches(String prefix) {
        Listing last = listing;
        Refs refs = disk.refs();
        String first = GitNames.HEADS + prefix;
        if (last != null && last.prefix().equals(prefix) && refs.isSameBelow(first, last.refs())) {
            return last.branches();
        }
        List<Branch> branches = refs.below(first).entrySet().stream()
                .map(ref -> new Branch(ref.getKey().substring(GitNames.HEADS.length()), CommitId.of(ref.getValue())))
                .toList();
        listing = new Listing(prefix, refs, branches);
        return branches;
    }

    /** A stored commit, whether or not a branch reaches it; {@code NOT_FOUND} when it is not stored. */
    public Commit commit(CommitId id) {
        return Commit.of(new CommitGraph(disk.objects()).commit(id.object()));
    }

    public Tree tree(CommitId commit) {
        return new Tree(disk.objects(), new CommitGraph(disk.objects()).tree(commit.object()));
    }

    public Tree emptyTree() {
        return new Tree(disk.objects(), Constants.EMPTY_TREE_ID);
    }

    /** The files that differ, sorted by path; visits only folders that differ. */
    public List<FileChange> diff(Tree from, Tree to) {
        return FileChange.between(from, to);
    }

    public List<FileChange> diff(CommitId from, CommitId to) {
        return diff(tree(from), tree(to));
    }

    public boolean isAncestor(CommitId ancestor, CommitId descendant) {
        return new CommitGraph(disk.objects()).isAncestor(ancestor.object(), descendant.object());
    }

    /** The best common ancestor, the first of several in a fixed order; empty for unrelated histories. */
    public Optional<CommitId> mergeBase(CommitId one, CommitId other) {
        return new CommitGraph(disk.objects())
                .mergeBases(one.object(), other.object()).stream().findFirst().map(CommitId::of);
    }

    /**
     * At most {@code limit} commits that are reachable from the commits {@code from} and not from {@code without},
     * newest first; none that is older than {@code since}, where {@code EPOCH} sets no bound.
     */
    public List<Commit> log(Collection<CommitId> from, Collection<CommitId> without, Instant since, int limit) {
        List<ObjectId> starts = from.stream().map(CommitId::object).toList();
        List<ObjectId> known = without.stream().map(CommitId::object).toList();
        return new CommitGraph(disk.objects())
                .log(starts, known, since, limit).stream().map(Commit::of).toList();
    }

    /**
     * Runs a write alone, in the order of arrival, and returns when its objects and refs are on the disk.
     *
     * <p>Writes that wait together are made durable together. A work that throws changes nothing and its exception
     * comes back here; a disk that fails is {@code UNAVAILABLE} for every write of that batch.
     */
    public <T extends @Nullable Object> T write(Writing.WriteFunction<T> work) {
        return disk.write(draft -> run(work, draft));
    }

    /**
     * As {@link #write(Writing.Work)}, for a write that decides about a push: it also reads the objects in the
     * quarantine of the push.
     */
    <T extends @Nullable Object> T write(Quarantine brought, Writing.WriteFunction<T> work) {
        return disk.write(brought, draft -> run(work, draft));
    }

    /**
     * Runs a work as {@link #write} would and discards its objects and moves; no remote host is asked, and no write
     * waits for it.
     */
    public <T extends @Nullable Object> T trial(Writing.WriteFunction<T> work) {
        return disk.trial(draft -> run(work, draft));
    }

    private static <T extends @Nullable Object> T run(Writing.WriteFunction<T> work, PendingWrite draft) {
        Writing writing = new Writing(draft);
        try {
            return work.run(writing);
        } finally {
            writing.end();
        }
    }

    /** The state of the connection to the remote host; empty for a repository without one. */
    public Optional<RemoteState> remote() {
        return mirror().map(Mirror::state);
    }

    /**
     * Fetches the branches of the remote host with their objects, returns when they are on the disk, and notifies the
     * listeners of mirrors. {@code UNAVAILABLE} when the host does not answer; does nothing for a repository without a
     * remote host.
     */
    public void refresh() {
        mirror().ifPresent(mirror -> {
            mirror.doubt();
            write(writing -> true);
        });
    }

    /** Makes the next write ask the remote host for its branches before it runs, however recently it was asked. */
    public void doubt() {
        mirror().ifPresent(Mirror::doubt);
    }

    /** Whether pushes may move a branch; a protected branch moves only by merges on its host. */
    public boolean takes(String branch) {
        return mirror().map(mirror -> mirror.takes(GitNames.branchRef(branch))).orElse(true);
    }

    /** Records what the host said about a branch: that it takes no pushes now ({@code isHeld}), or takes them again. */
    public void hold(String branch, boolean isHeld) {
        mirror().ifPresent(mirror -> mirror.hold(GitNames.branchRef(branch), isHeld));
    }

    private Optional<Mirror> mirror() {
        return disk.upstream().map(Mirror.class::cast);
    }

    /**
     * Packs loose objects and small packs; reads and writes go on meanwhile. It also starts by itself after some dozen
     * new packs; while one run goes on, another call waits for its turn.
     */
    public void maintain() {
        disk.maintain();
    }

    /** Drops the cached objects of this repository, for a caller that knows that they will not be read soon. */
    public void forgetRead() {
        disk.forgetRead();
    }

    void maintainWhenQuiet() {
        disk.maintainWhenQuiet();
    }

    DiskRepository disk() {
        return disk;
    }

    void close(Failure reason) {
        disk.close(reason);
    }
}
